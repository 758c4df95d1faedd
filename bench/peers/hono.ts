/** Hono on Bun, bare. */
import { Hono } from 'hono';
import { readAnswers } from './answers.ts';

const [port, answersFile] = process.argv.slice(2);
const answers = readAnswers(answersFile!);

const app = new Hono().post('/api/v1/tariff/hts/lookup', async (context) => {
  const { codes } = await context.req.json<{ codes: string[] }>();
  return context.json({ results: codes.map((code) => answers.get(code)) } as object);
});

Bun.serve({ hostname: '127.0.0.1', port: Number(port), reusePort: false, fetch: app.fetch });
