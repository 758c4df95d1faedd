/** Prints certificates and a new key in the ways in which programs print. The first line says what is still read of them. */
import { inspect } from 'node:util';
import { REQUIRED } from '../../src/generated/required.ts';
import { Portside } from '../../src/index.ts';

const URL = 'https://portside.example/gcc.pdf?signature=planted-signature';
const KEY = 'svc_planted-signature';

/** Every field that the client asks for. */
const { createCertificate = '', linkCertificate = '', rotateOwnKey = '' } = REQUIRED;
const fields = [createCertificate, linkCertificate, rotateOwnKey].join(' ').split(' ');
const ANSWER = {
  ...Object.fromEntries(fields.map((name) => [name, ''])),
  gcc_id: 'id-1',
  id: 'id-1',
  gcc_pdf_url: URL,
  key: KEY,
};

const portside = new Portside({
  apiKey: 'svc_Portside0Scripted02QNBRF',
  baseUrl: 'https://portside.example',
  fetch: async (_, init) => Response.json(ANSWER, { headers: { 'X-Client-Nonce': init!.headers!['X-Client-Nonce']! } }),
});

// biome-ignore lint/suspicious/noExplicitAny: the requests are not looked at
const any = {} as any;
const raw = await portside.entry.gcc.generate(any).withRawResponse();
const made = await portside.entry.certificates.create(any);
const link = await portside.entry.certificates.link('id-1');
const rotation = await portside.account.rotate().withRawResponse();
const rotated = rotation.data;
const isKeyKept = rotated.key === KEY && JSON.stringify(rotated).includes(KEY);
const certificates = [raw.data, made, link];
const all = [...certificates, rotated, rotation];
const areUrlsKept = certificates.every((one) => one.gcc_pdf_url === URL && JSON.stringify(one).includes(URL));
const restored = portside.entry.gcc.restore(JSON.parse(JSON.stringify(raw.data)));
process.stdout.write(`${JSON.stringify({ kept: isKeyKept && areUrlsKept && restored.gcc_pdf_url === URL })}\n`);
for (const one of [...all, restored, raw, all, { nested: { deep: made } }, portside.entry.gcc.generate(any)]) {
  // biome-ignore lint/suspicious/noConsole: this is what is tested
  console.log(one);
  // biome-ignore lint/suspicious/noConsole: this is what is tested
  console.log('%o %O %s', one, one, one);
  // biome-ignore lint/suspicious/noConsole: this is what is tested
  console.dir(one, { depth: 9 });
  process.stdout.write(`${inspect(one, { depth: 9, showHidden: true })}\n${String(one)}\n`);
}
