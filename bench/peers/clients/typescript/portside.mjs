const begin = performance.now();
const { Portside } = await import('@portside/client');
const client = new Portside({ apiKey: 'svc_Portside0Scripted02QNBRF', baseUrl: process.env.BENCH_URL });
const imported = performance.now();
await client.tariff.hts.lookup(['7326.90.8688']);
process.stdout.write(`${imported - begin} ${performance.now() - begin}`);
