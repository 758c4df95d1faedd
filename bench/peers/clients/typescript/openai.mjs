const begin = performance.now();
const { OpenAI } = await import('openai');
const client = new OpenAI({ apiKey: 'key', baseURL: process.env.BENCH_URL });
const imported = performance.now();
await client.models.list();
process.stdout.write(`${imported - begin} ${performance.now() - begin}`);
