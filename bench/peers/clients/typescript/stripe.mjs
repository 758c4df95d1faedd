const begin = performance.now();
const { default: Stripe } = await import('stripe');
const { hostname: host, port } = new URL(process.env.BENCH_URL);
const client = new Stripe('key', { protocol: 'http', host, port, telemetry: false });
const imported = performance.now();
await client.balance.retrieve();
process.stdout.write(`${imported - begin} ${performance.now() - begin}`);
