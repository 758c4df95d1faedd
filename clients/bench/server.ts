/** Answers every request with one lookup result, as fast as it can. */
const answer = {
  results: [{ code: '7326.90.8688', hit: true, in_scope: true, status: 'hit', adjacent_hits: [] }],
};
const headers = {
  'x-request-id': 'req_bench',
  'ratelimit-policy': '"minute";q=100;w=60, "day";q=10000;w=86400',
  ratelimit: '"minute";r=99;t=60, "day";r=9999;t=3600',
};
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json(answer, { headers }) });
process.stdout.write(`${server.url.origin}\n`);
