/** Fastify on Node, bare, with the response schema that its documentation recommends for speed. */
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
const response = { 200: { type: 'object', properties: { results: { type: 'array', items: result } } } };

const app = Fastify();
app.post('/api/v1/tariff/hts/lookup', { schema: { response } }, (request, reply) => {
  reply.send({ results: request.body.codes.map((code) => answers.get(code)) });
});
await app.listen({ host: '127.0.0.1', port: Number(port) });
