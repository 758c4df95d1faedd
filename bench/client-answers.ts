/** What each client of `clients.ts` asks for first, answered in the shape that it expects. */

const HIT = { code: '7326.90.8688', hit: true, in_scope: true, status: 'hit', adjacent_hits: [] };

const ANSWERS: Record<string, unknown> = {
  '/api/v1/tariff/hts/lookup': { results: [HIT] },
  '/models': { object: 'list', data: [] },
  '/v1/balance': { object: 'balance', available: [], pending: [], livemode: false },
};

export function clientAnswers({ url }: Request): Response {
  const answer = ANSWERS[new URL(url).pathname];
  return answer === undefined ? new Response(null, { status: 404 }) : Response.json(answer);
}
