/** What both servers on Node share: the answers, the schemas that Fastify compiles, and the order of the checks. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const [port, answersFile] = process.argv.slice(2);
const answers = new Map(Object.entries(JSON.parse(readFileSync(answersFile, 'utf8'))));

const adjacentHit = {
  type: 'object',
  properties: {
    code_heading: { type: 'string' },
    article_slug: { type: 'string' },
    article_name: { type: 'string' },
    proposed_rate: { type: 'number' },
  },
};
const result = {
  type: 'object',
  properties: {
    code: { type: 'string' },
    hit: { type: 'boolean' },
    in_scope: { type: 'boolean' },
    status: { type: 'string' },
    adjacent_hits: { type: 'array', items: adjacentHit },
  },
};
const schema = {
  body: {
    type: 'object',
    required: ['codes'],
    properties: { codes: { type: 'array', maxItems: 50, items: { type: 'string' } } },
  },
  response: { 200: { type: 'object', properties: { results: { type: 'array', items: result } } } },
};

/**
 * Serves lookups on the port of the command line.
 * @param findKey from a SHA-256 in hexadecimal to a key
 * @param admit counts a request of the key if its limits allow it
 */
export async function serveLookups(findKey, admit) {
  const app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    const token = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1];
    const key = token && (await findKey(createHash('sha256').update(token).digest('hex')));
    const now = Date.now();
    if (!key || (key.expires_at !== null && key.expires_at <= now)) return reply.code(401).send();
    if (key.scope !== 'all' && key.scope !== 'tariff') return reply.code(403).send();
    if (!(await admit(key, now))) return reply.code(429).send();
  });
  app.post('/api/v1/tariff/hts/lookup', { schema }, async (request) => ({
    results: request.body.codes.map((code) => answers.get(code)),
  }));
  await app.listen({ host: '127.0.0.1', port: Number(port) });
}
