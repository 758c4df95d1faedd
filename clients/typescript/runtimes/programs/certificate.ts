/** Prints certificates in the ways in which programs print. The first line says what is still read of them. */
import { inspect } from 'node:util';
import { Portside } from '../../src/index.ts';

const URL = 'https://portside.example/gcc.pdf?signature=planted-signature';

const portside = new Portside({
  apiKey: 'svc_Portside0Scripted02QNBRF',
  baseUrl: 'https://portside.example',
  fetch: async (_, init) =>
    Response.json(
      { gcc_id: 'id-1', id: 'id-1', gcc_pdf_url: URL, gcc_pdf_url_expires_at: '2026-11-24T00:00:00.000Z' },
      { headers: { 'X-Client-Nonce': init!.headers!['X-Client-Nonce']! } },
    ),
});

// biome-ignore lint/suspicious/noExplicitAny: the requests are not looked at
const any = {} as any;
const raw = await portside.entry.gcc.generate(any).withRawResponse();
const made = await portside.entry.certificates.create(any);
const link = await portside.entry.certificates.link('id-1');
const all = [raw.data, made, link];
const kept = all.every((one) => one.gcc_pdf_url === URL && JSON.stringify(one).includes(URL));
const restored = portside.entry.gcc.restore(JSON.parse(JSON.stringify(raw.data)));
process.stdout.write(`${JSON.stringify({ kept: kept && restored.gcc_pdf_url === URL })}\n`);
for (const one of [...all, restored, raw, all, { nested: { deep: made } }, portside.entry.gcc.generate(any)]) {
  // biome-ignore lint/suspicious/noConsole: this is what is tested
  console.log(one);
  // biome-ignore lint/suspicious/noConsole: this is what is tested
  console.log('%o %O %s', one, one, one);
  // biome-ignore lint/suspicious/noConsole: this is what is tested
  console.dir(one, { depth: 9 });
  process.stdout.write(`${inspect(one, { depth: 9, showHidden: true })}\n${String(one)}\n`);
}
