const begin = performance.now();
const body = JSON.stringify({ codes: ['7326.90.8688'] });
const headers = { authorization: 'Bearer key', 'content-type': 'application/json' };
await (await fetch(`${process.env.BENCH_URL}/api/v1/tariff/hts/lookup`, { method: 'POST', headers, body })).json();
process.stdout.write(`${performance.now() - begin}`);
