/** The framework Portside uses, bare. */
import { Elysia } from 'elysia';
import { readAnswers } from './answers.ts';

const [port, answersFile] = process.argv.slice(2);
const answers = readAnswers(answersFile!);

new Elysia({ precompile: true })
  .post(
    '/api/v1/tariff/hts/lookup',
    ({ body }) => ({ results: (body as { codes: string[] }).codes.map((code) => answers.get(code)) }),
    { parse: 'json' },
  )
  .listen({ hostname: '127.0.0.1', port: Number(port), reusePort: false });
