/**
 * The bare Bun server with the header fields of the contract: it reads the three that authentication needs and writes the
 * eight of an answer, but checks none of them. Its distance to the bare server is what header fields cost in Bun.
 */
import { readAnswers } from './answers.ts';

const [port, answersFile] = process.argv.slice(2);
const answers = readAnswers(answersFile!);
let count = 0;

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  reusePort: false,
  routes: {
    '/api/v1/tariff/hts/lookup': {
      POST: async (request) => {
        const sent = ['authorization', 'content-length', 'content-type'].map((name) => request.headers.get(name));
        if (sent.includes(null)) return new Response(null, { status: 400 });
        const { codes } = (await request.json()) as { codes: string[] };
        count++;
        const headers = {
          'x-request-id': `req_AAAAAAAA_${count.toString(36)}`,
          'cache-control': 'no-store',
          'ratelimit-policy': '"minute";q=1000000;w=60, "day";q=1000000000;w=86400',
          ratelimit: `"minute";r=${count};t=60, "day";r=${count};t=43200`,
          'x-tariff-list': 'note-16c',
          'x-tariff-list-version': '2026-06-08',
          'x-tariff-as-of': '2026-11-20',
        };
        return Response.json({ results: codes.map((code) => answers.get(code)) }, { headers });
      },
    },
  },
  fetch: () => new Response(null, { status: 404 }),
});
