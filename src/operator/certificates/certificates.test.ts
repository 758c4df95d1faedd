import { expect, test } from 'bun:test';
import { sampleCertificate } from '../../../test/support/certificate-store-contract.ts';
import { startOperator } from '../../../test/support/visitor.ts';

const { operator, storage, clock, faults } = await startOperator();
const DAY_MS = 86_400_000;
const COUNT = 230;
for (let i = 0; i < COUNT; i++) {
  const issuedAtMs = clock.now() - Math.floor(i / 10) * DAY_MS;
  await storage.certificates.insert(sampleCertificate(i, { issuedAtMs }), Uint8Array.of(1));
}
await storage.certificates.revoke(
  { gccId: sampleCertificate(7).gccId, atMs: clock.now() },
  { name: 'test', origin: 'test' },
);

/** Product names of a page. */
const names = (html: string) => [...html.matchAll(/<bdi>(Helmet \d+)<\/bdi>/g)].map(([, name]) => name!);

test('certificates are filtered by state and day, and every page follows the last', async () => {
  expect(names((await operator.get('/operator/certificates?state=revoked')).html)).toEqual(['Helmet 7']);
  const day = new Date(clock.now() - 2 * DAY_MS).toISOString().slice(0, 10);
  const ofDay = names(
    (await operator.get(`/operator/certificates?from=${day}&to=${day}&state=stated_with_defects`)).html,
  );
  expect(ofDay.sort()).toEqual([22, 26].map((i) => `Helmet ${i}`));
  const seen: string[] = [];
  for (let path: string | undefined = '/operator/certificates'; path; ) {
    const { html } = await operator.get(path);
    seen.push(...names(html));
    path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect(seen).toHaveLength(COUNT);
  expect(new Set(seen).size).toBe(COUNT);
  for (const query of ['after=x', 'after=1-zz', 'state=lost', 'from=never']) {
    expect([query, names((await operator.get(`/operator/certificates?${query}`)).html).length]).toEqual([query, 50]);
  }
});

test('the export has what the filters match, and is in the audit', async () => {
  const all = (await operator.get('/operator/certificates/export.csv')).html.trim().split('\r\n');
  expect(all).toHaveLength(COUNT + 1);
  const revoked = (await operator.get('/operator/certificates/export.csv?state=revoked')).html.trim().split('\r\n');
  expect(revoked).toHaveLength(2);
  expect(revoked[1]).toContain(`${sampleCertificate(7).gccId},${new Date(clock.now()).toISOString()},revoked,`);
  expect(revoked[1]).toContain(',Helmet 7,,k1,r7,3,');
  const exports = await storage.activity.search({ text: '', action: 'certificate.export', limit: 5 });
  expect(exports.map(({ detail }) => detail)).toEqual(['state=revoked', '']);
});

test('a certificate is superseded with a reason, which only the operator sees; a wrong successor is refused', async () => {
  const [one, other] = [sampleCertificate(1).gccId, sampleCertificate(2).gccId];
  const form = (fields: object) => operator.post(`/operator/certificates/${one}/revoke`, { ...fields });
  const refused = await form({ reason: 'Mistyped', successor: one });
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('The successor: Must be another')]);
  const blank = await form({ reason: '\u200b' });
  expect([blank.status, blank.html]).toEqual([422, expect.stringContaining('The reason: Must be')]);
  await form({ reason: ' Mistyped <b> ', successor: other.toUpperCase() });
  const { html } = await operator.get(`/operator/certificates?q=${one}`);
  expect(html).toContain('superseded');
  expect(html).toContain('Mistyped &lt;b>');
  expect(html).toContain(`/operator/certificates?q=${other}`);
  const again = await form({ reason: 'Another reason' });
  expect([again.status, again.html]).toEqual([409, expect.stringContaining('A revocation is final')]);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
