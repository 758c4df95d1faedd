/** Tests of filings that every storage must pass. `open` returns one empty database as two processes open it. */
import { describe, expect, test } from 'bun:test';
import type { NewFiling } from '../../src/domain/filing.ts';
import type { Storage } from '../../src/domain/storage.ts';

const account = { certifierId: 'C-1', collectionId: 'list' };
const filing = (changes: Partial<NewFiling> = {}): NewFiling => ({
  gccId: 'one',
  ...account,
  productId: 'P',
  versionId: 'V1',
  sentAtMs: 1000,
  parties: [{ alternateId: 'MKR', contentSha256: 'aa', role: 'manufacturer', isNew: true }],
  nextPollAtMs: 2000,
  ...changes,
});
const audit = { atMs: 1, actor: 'a', origin: '::1', action: 'certificate.file', subject: 'certificate one' };
const entries = (storage: Storage) => storage.activity.search({ text: '', action: 'certificate.file', limit: 50 });

export function holdToFilingStoreContract(name: string, skip: boolean, open: () => Promise<[Storage, Storage]>): void {
  describe.skipIf(skip)(`${name}: filings`, () => {
    test('of processes that begin the same filing at once, one writes it, with its audit entry', async () => {
      const storages = await open();
      const begun = await Promise.all(
        Array.from({ length: 10 }, (_, n) => storages[n % 2]!.filings.begin(filing({ sentAtMs: n }), audit)),
      );
      expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(new Set(begun.map(({ filing: { id } }) => id)).size).toBe(1);
      expect(await storages[1].filings.all('one')).toEqual([begun.find(({ isNew }) => isNew)!.filing]);
      expect(await entries(storages[0])).toHaveLength(1);
    });

    test('sent and accepted stand in the way of the same certificate and of the same version, refused does not', async () => {
      const [{ filings }] = await open();
      const first = await filings.begin(filing(), audit);
      const begins = async (changes: Partial<NewFiling>) => (await filings.begin(filing(changes), audit)).isNew;
      expect(await begins({ gccId: 'two' })).toBe(false);
      expect(await begins({ versionId: 'V2' })).toBe(false);
      expect(await begins({ gccId: 'two', certifierId: 'C-2' })).toBe(true);
      expect(await begins({ gccId: 'three', collectionId: 'other' })).toBe(true);
      expect(await begins({ gccId: 'four', versionId: 'V2' })).toBe(true);
      await filings.change(first.filing.id, { state: 'refused', nextPollAtMs: null });
      expect(await begins({ sentAtMs: 5000 })).toBe(true);
      expect(
        (await filings.latest(['one', 'two', 'nobody'])).map(({ gccId, sentAtMs }) => [gccId, sentAtMs]).toSorted(),
      ).toEqual([
        ['one', 5000],
        ['two', 1000],
      ]);
    });

    test('what the registry answered is written once, with the parties that it has now', async () => {
      const [{ filings }, other] = await open();
      const { id } = (await filings.begin(filing(), audit)).filing;
      const wanted = { parties: ['MKR', 'LAB'], products: ['P'] };
      expect(await filings.history(account, wanted)).toEqual({ parties: new Map(), versions: new Map() });
      expect(await filings.change(id, { importId: 'I-1', polls: 1, nextPollAtMs: 3000 })).toBe(true);
      const errors = [{ code: '2024', field: 'alternateId', message: 'not found' }];
      const known = [{ alternateId: 'MKR', contentSha256: 'aa' }, { alternateId: 'LAB' }];
      expect(
        await filings.change(id, { state: 'accepted', errors, decidedAtMs: 9, nextPollAtMs: null, known }, audit),
      ).toBe(true);
      expect(await filings.change(id, { state: 'refused' }, audit)).toBe(false);
      const [stored] = await other.filings.all('one');
      const { nextPollAtMs: _, ...sent } = filing();
      expect(stored).toEqual({
        ...sent,
        id,
        state: 'accepted',
        importId: 'I-1',
        polls: 1,
        errors,
        decidedAtMs: 9,
      } as never);
      expect(await other.filings.history(account, wanted)).toEqual({
        parties: new Map([
          ['MKR', 'aa'],
          ['LAB', undefined],
        ]),
        versions: new Map([['P', [{ versionId: 'V1', gccId: 'one' }]]]),
      });
      expect(await entries(other)).toHaveLength(2);
      const next = (await filings.begin(filing({ gccId: 'two', versionId: 'V2' }), audit)).filing;
      await filings.change(next.id, { unknown: ['LAB'] });
      expect((await filings.history(account, wanted)).parties.has('LAB')).toBe(false);
      expect((await filings.history({ ...account, certifierId: 'C-2' }, wanted)).parties.size).toBe(0);
    });

    test('a filing that is due goes to one process at a time', async () => {
      const [storage, other] = await open();
      for (let n = 0; n < 6; n++) {
        await storage.filings.begin(filing({ gccId: `g${n}`, versionId: `V${n}`, nextPollAtMs: 100 + n }), audit);
      }
      const claims = await Promise.all([storage, other, storage].map(({ filings }) => filings.claimDue(103, 500, 2)));
      const claimed = claims.flat().map(({ gccId }) => gccId);
      expect(new Set(claimed).size).toBe(claimed.length);
      const rest = await storage.filings.claimDue(103, 500, 9);
      expect([...claimed, ...rest.map(({ gccId }) => gccId)].toSorted()).toEqual(['g0', 'g1', 'g2', 'g3']);
      expect((await other.filings.claimDue(104, 500, 9)).map(({ gccId }) => gccId)).toEqual(['g4']);
      expect(await other.filings.claimDue(499, 900, 9)).toMatchObject([{ gccId: 'g5' }]);
      expect(await storage.filings.claimDue(500, 900, 9)).toHaveLength(5);
    });

    test('the newest table of codes is in use', async () => {
      const [storage, other] = await open();
      expect(await storage.filings.codes()).toBeUndefined();
      for (const importedAt of [2, 1])
        await storage.filings.importCodes({ importedAt, sha256: 'x', body: '[]' }, audit);
      expect(await other.filings.codes()).toEqual({ importedAt: 1, sha256: 'x', body: '[]' });
      expect(await entries(other)).toHaveLength(2);
    });
  });
}
