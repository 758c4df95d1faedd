import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { fileableBody } from '../../../test/support/registry-requests.ts';
import { RegistryStandIn, SECRET, TOKEN } from '../../../test/support/registry-stand-in.ts';
import { tempStorage, testClock } from '../../../test/support/temp.ts';
import type { CertificateRecord } from '../../domain/certificate-store.ts';
import type { PortsideError } from '../../domain/errors.ts';
import type { Storage } from '../../domain/storage.ts';
import { readRequest } from '../issue/validate.ts';
import { Filer } from './filer.ts';
import { RegistryClient } from './registry-client.ts';

const by = { name: 'test', origin: 'test' };
const ACCOUNT = { certifierId: 'C-1', collectionId: '0b9c6d1e-5a55-4f0c-9d57-0d6b2f3c1a11' };
const PATHS = {
  importPath: '/import',
  logPath: '/import/{importId}',
  versionPath: '/certificates/{productId}/{versionId}',
  tokenHeader: 'Authorization',
  secretHeader: 'X-API-Key',
};

let registry: RegistryStandIn;
let storage: Storage;
let clock: ReturnType<typeof testClock>;
let filer: Filer;

/** A filer as a process has it; a second one is the process after a restart. */
function openFiler(token = TOKEN): Filer {
  const client = new RegistryClient({
    settings: { url: registry.url, ...ACCOUNT, ...PATHS },
    secrets: () => ({ token, secret: SECRET }),
    // A hang ends as it does after half a minute, but as soon as the registry has the request.
    send: (url, init) => {
      const hanging = new AbortController();
      registry.onHang = () => hanging.abort(new DOMException('', 'TimeoutError'));
      return fetch(url, { ...init, signal: AbortSignal.any([init.signal!, hanging.signal]) });
    },
  });
  return new Filer({ filings: storage.filings, registry: client, account: ACCOUNT, clock });
}

beforeEach(async () => {
  registry = new RegistryStandIn();
  storage = tempStorage();
  clock = testClock(NOW_MS);
  filer = openFiler();
  const body = JSON.stringify([{ code: '1203' }, { code: '1512' }]);
  await storage.filings.importCodes(
    { importedAt: 1, sha256: '', body },
    { atMs: 1, actor: '', origin: '', action: 'x', subject: '' },
  );
});
afterEach(async () => {
  await registry.close();
  await storage.close();
});

const record = (
  change: (body: ReturnType<typeof fileableBody>) => void = () => {},
  gccId: string = crypto.randomUUID(),
) => {
  const body = fileableBody();
  change(body);
  return { gccId, requestJson: JSON.stringify(readRequest(body, NOW_MS, 'v2')) } as CertificateRecord;
};
const until = async (decided: CertificateRecord) => {
  for (let n = 0; n < 60; n++) {
    clock.pass(15 * 60_000);
    await filer.followDue();
    const [filing] = await storage.filings.latest([decided.gccId]);
    if (filing!.state !== 'sent') return filing!;
  }
  throw new Error('It was not decided.');
};

describe('accepted', () => {
  test('sent, asked until decided, and never sent again', async () => {
    registry.pending = 3;
    const one = record();
    const sent = await filer.file(one, by);
    expect(sent).toMatchObject({
      state: 'sent',
      importId: 'I-1',
      versionId: 'V1',
      productId: '4006381333931',
      errors: [],
    });
    expect(await until(one)).toMatchObject({ state: 'accepted', importId: 'I-1', polls: 4, errors: [] });
    expect(await filer.file(one, by)).toMatchObject({ state: 'accepted', id: sent.id });
    expect(await filer.followDue()).toBe(0);
    expect(registry.submissions).toBe(1);
    const [call] = registry.calls;
    expect(call).toMatchObject({
      path: '/api/import',
      query: ACCOUNT,
      headers: { authorization: TOKEN, 'x-api-key': SECRET },
    });
    expect(call!.query).not.toHaveProperty('doCertify');
    expect(await storage.activity.search({ text: one.gccId, action: 'certificate.file', limit: 9 })).toHaveLength(1);
  });

  test('the next version updates the one before, and looks its parties up', async () => {
    const first = record();
    await filer.file(first, by);
    await until(first);
    const second = record((body) => Object.assign(body.product_info, { version_id: 'V2' }));
    await filer.file(second, by);
    expect(await until(second)).toMatchObject({ state: 'accepted' });
    const { directives } = JSON.parse(registry.calls.filter(({ method }) => method === 'POST')[1]!.body).productList[0];
    expect(directives).toMatchObject({
      productUpdate: 'Y',
      versionIdToUpdate: 'V1',
      manufacturer: { isNew: 'N' },
      labs: [{ isNew: 'N' }],
    });
  });

  test('ten calls at once send once', async () => {
    const one = record();
    const filers = [filer, openFiler()];
    const filings = await Promise.all(Array.from({ length: 10 }, (_, n) => filers[n % 2]!.file(one, by)));
    expect(new Set(filings.map(({ id }) => id)).size).toBe(1);
    expect(registry.submissions).toBe(1);
  });

  test('who asks often by hand does not end that it is asked by itself', async () => {
    registry.pending = 100;
    const one = record();
    await filer.file(one, by);
    for (let n = 0; n < 60; n++) await filer.file(one, by);
    expect((await storage.filings.latest([one.gccId]))[0]).toMatchObject({ polls: 0, nextPollAtMs: NOW_MS + 5000 });
    expect(await until(one)).toMatchObject({ state: 'accepted' });
  });

  test('another process goes on after a restart', async () => {
    registry.pending = 1;
    const one = record();
    await filer.file(one, by);
    filer = openFiler();
    expect(await until(one)).toMatchObject({ state: 'accepted', polls: 2 });
  });
});

describe('refused', () => {
  test('2005: the party is taken, so that the next try looks it up', async () => {
    registry.parties.add('MKR-01');
    const one = record();
    await filer.file(one, by);
    expect(await until(one)).toMatchObject({ state: 'refused', errors: [{ code: '2005', field: 'alternateId' }] });
    await filer.file(one, by);
    expect(await until(one)).toMatchObject({ state: 'accepted' });
    expect(await storage.filings.all(one.gccId)).toHaveLength(2);
  });

  test.each([
    ['KEY-12', 'KEY-1'],
    ['KEY 1 2', 'KEY 1'],
    ['MKR', 'i'],
  ])('2005: %s is taken, and %s, which stands in the message too, is still new', async (taken, fresh) => {
    registry.parties.add(taken);
    const one = record((body) => {
      body.manufacturer.alternate_id = taken;
      body.testing_labs[0]!.alternate_id = fresh;
    });
    await filer.file(one, by);
    expect(await until(one)).toMatchObject({ state: 'refused', errors: [{ code: '2005' }] });
    await filer.file(one, by);
    expect(await until(one)).toMatchObject({ state: 'accepted' });
  });

  test('2024: the party is gone, so that the next try makes it', async () => {
    const one = record();
    await filer.file(one, by);
    await until(one);
    registry.parties.delete('LAB-01');
    const second = record((body) => Object.assign(body.product_info, { version_id: 'V2' }));
    await filer.file(second, by);
    expect(await until(second)).toMatchObject({ state: 'refused', errors: [{ code: '2024' }] });
    await filer.file(second, by);
    expect(await until(second)).toMatchObject({ state: 'accepted' });
  });

  test.each(['2026', '3006'])('%s: the error is kept, and the corrected certificate can be sent', async (code) => {
    registry.errors = [{ errorCode: code, errorField: 'x'.repeat(9000), errorMessage: 'line\nbreak\u001b[2J' }];
    const one = record();
    await filer.file(one, by);
    const refused = await until(one);
    expect(refused).toMatchObject({ state: 'refused', errors: [{ code, message: 'line break [2J' }] });
    expect(refused.errors[0]!.field).toHaveLength(500);
    const corrected = record();
    await filer.file(corrected, by);
    expect(await until(corrected)).toMatchObject({ state: 'accepted' });
  });

  test.each([401, 403, 404, 429] as const)(
    'status %s: nothing was taken, and the certificate can be sent again',
    async (status) => {
      registry.next(/^POST/, status);
      const one = record();
      expect(await filer.file(one, by)).toMatchObject({ state: 'refused', errors: [{ code: `HTTP ${status}` }] });
      expect(await filer.file(one, by)).toMatchObject({ state: 'sent', importId: 'I-1' });
    },
  );

  test('a registry that is not there', async () => {
    const { url } = registry;
    await registry.close();
    const one = record();
    expect(await filer.file(one, by)).toMatchObject({
      state: 'refused',
      errors: [{ message: expect.stringContaining('could not be reached') }],
    });
    expect(url).toContain('127.0.0.1');
  });
});

describe('the answer is lost', () => {
  test('the registry has it: found by product and version, and not sent again', async () => {
    registry.next(/^POST/, 'taken');
    const one = record();
    expect(await filer.file(one, by)).toMatchObject({ state: 'sent', errors: [{ code: 'HTTP 504' }] });
    expect(await filer.file(one, by)).toMatchObject({ state: 'accepted' });
    expect(registry.submissions).toBe(1);
  });

  test.each(['hang', 'not JSON', 'no id', 'oversize', 'redirect', 500] as const)(
    '%s: it stays sent until somebody has looked',
    async (mishap) => {
      registry.next(/^POST/, mishap);
      const one = record();
      const sent = await filer.file(one, by);
      expect(sent).toMatchObject({ state: 'sent', errors: [{ message: expect.stringContaining('registry') }] });
      expect(sent).not.toHaveProperty('importId');
      for (let n = 0; n < 100; n++) {
        clock.pass(3_600_000);
        await filer.followDue();
      }
      const [waiting] = await storage.filings.latest([one.gccId]);
      expect(waiting).toMatchObject({
        state: 'sent',
        polls: 48,
        errors: [{ message: expect.stringContaining('does not show this version') }],
      });
      expect(waiting).not.toHaveProperty('nextPollAtMs');
      expect(registry.submissions).toBe(1);
      await filer.giveUp(one.gccId, by);
      expect(await filer.file(one, by)).toMatchObject({ state: 'sent', importId: 'I-1' });
      expect(registry.submissions).toBe(2);
      await expect(filer.giveUp(one.gccId, by)).rejects.toMatchObject({ code: 'conflict' });
    },
  );

  test('a process that was killed while it sent: the next one waits a minute and asks', async () => {
    const one = record();
    const { gccId } = one;
    const filing = {
      gccId,
      ...ACCOUNT,
      productId: '4006381333931',
      versionId: 'V1',
      sentAtMs: clock.now(),
      parties: [],
    };
    await storage.filings.begin(
      { ...filing, nextPollAtMs: clock.now() + 60_000 },
      { atMs: 1, actor: '', origin: '', action: 'x', subject: '' },
    );
    expect(await filer.file(one, by)).toMatchObject({ state: 'sent', polls: 0 });
    expect(registry.calls).toHaveLength(0);
    registry.versions.add('4006381333931\nV1');
    expect(await until(one)).toMatchObject({ state: 'accepted' });
    expect(registry.submissions).toBe(0);
  });

  test('a log that cannot be read decides nothing', async () => {
    const one = record();
    await filer.file(one, by);
    registry.next(/^GET/, 'not JSON', 500, 'oversize', 'hang', 401);
    expect(await until(one)).toMatchObject({ state: 'accepted', polls: 6 });
  });
});

describe('not sent', () => {
  const refusal = async (one: CertificateRecord) => {
    const error = (await filer.file(one, by).catch((thrown) => thrown)) as PortsideError;
    expect(registry.calls).toHaveLength(0);
    expect(await storage.filings.all(one.gccId)).toEqual([]);
    return error;
  };

  test('every gap is named', async () => {
    const one = record((body) => {
      delete body.manufacturer.phone;
      body.records_contact = {};
    });
    expect(await refusal(one)).toMatchObject({
      code: 'conflict',
      details: [
        { path: '/manufacturer/phone', message: expect.stringContaining('Manufacturer Phone is missing.') },
        { path: '/records_contact/role', message: expect.stringContaining('is missing') },
      ],
    });
  });

  test('inferred codes, until a table of codes is imported', async () => {
    await storage.close();
    storage = tempStorage();
    filer = openFiler();
    const excluded = record((body) => void body.exclusions.push({ citation: '16 CFR 1610.1(d)(2)', basis: 'x' }));
    expect(await refusal(excluded)).toMatchObject({
      code: 'conflict',
      details: [
        { path: '/cpsc_rules_cited', message: 'The code 1203 is inferred.' },
        { path: '/exclusions', message: 'The code 1610.1(d)(2) is inferred.' },
      ],
    });
    expect(registry.calls).toEqual([]);
  });

  test('a certificate that was revoked', async () => {
    expect(await refusal({ ...record(), revokedAtMs: 1 })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('revoked'),
    });
  });

  test('a version that another certificate was filed with', async () => {
    await filer.file(record(), by);
    const error = await filer.file(record(), by).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'conflict', message: expect.stringContaining('under way') });
    expect(registry.submissions).toBe(1);
  });
});

test('no secret is in what is stored, thrown or logged', async () => {
  for (const mishap of [401, 500, 'not JSON', 'redirect'] as const) {
    registry.next(/^POST/, mishap);
    await filer.file(
      record((body) => Object.assign(body.product_info, { version_id: `V-${mishap}` })),
      by,
    );
  }
  const stored = JSON.stringify([
    await storage.activity.search({ text: '', action: '', limit: 100 }),
    ...(await storage.filings.claimDue(1e15, 0, 99)),
  ]);
  expect(stored).toContain('HTTP');
  expect(stored).not.toContain(TOKEN);
  expect(stored).not.toContain(SECRET);
});
