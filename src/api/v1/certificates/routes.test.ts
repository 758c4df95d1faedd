/** From request to verified PDF, over HTTP, with the real renderer. */
import { describe, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { validBody } from '../../../../test/support/certificate-fixtures.ts';
import { INVALID_REQUESTS } from '../../../../test/support/invalid-requests.ts';
import { actor, startServer } from '../../../../test/support/server.ts';
import { storedBytesOf } from '../../../domain/certificate-store.ts';
import { sha256Hex } from '../../../domain/sha256.ts';
import { readPdfSignature } from '../../../entry/verify/pdf-signature.ts';
import { GENERATE_PATH } from '../paths.ts';

const server = await startServer();
const key = await server.key('entry', { perMinute: 10_000 });
const body = validBody();

const rowsOf = (table: string) =>
  server.storage.recordsFile.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()!.n;
const sha256 = (bytes: ArrayBuffer) => sha256Hex(new Uint8Array(bytes));

async function generate(headers: Record<string, string> = {}, requestBody: object = body) {
  const answer = await server.post(GENERATE_PATH, requestBody, key, headers);
  return {
    status: answer.status,
    ...((await answer.json()) as { gcc_pdf_url: string; gcc_id: string; error?: string }),
  };
}

describe('a certificate', () => {
  test('is made, stored, downloaded by its signed URL, and verified by anyone', async () => {
    const { status, gcc_pdf_url, gcc_id } = await generate();
    expect(status).toBe(200);
    const pdf = await fetch(gcc_pdf_url);
    expect(pdf.status).toBe(200);
    expect(Object.fromEntries(pdf.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="GCC-${gcc_id}.pdf"`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'accept-ranges': 'bytes',
    });
    const bytes = await pdf.arrayBuffer();
    expect(new TextDecoder('latin1').decode(bytes.slice(0, 5))).toBe('%PDF-');
    expect(pdf.headers.get('etag')).toBe(`"${sha256(bytes)}"`);

    const verified = await fetch(`${server.app.url}/verify/${gcc_id}`, { headers: { accept: 'application/json' } });
    expect(await verified.json()).toEqual({
      gcc_id,
      issued_at: new Date(server.clock.ms).toISOString(),
      sha256: sha256(bytes),
      state: 'incomplete',
      status: 'active',
      revoked: false,
      product: { name: body.product_info.name, model: body.product_info.model },
      signature: {
        signer: expect.stringMatching(/^Portside certificate signer [0-9a-f]{8} \(self-signed\)$/),
        certificate_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const page = await (await fetch(`${server.app.url}/verify/${gcc_id}`)).text();
    expect(page).toContain(String(body.product_info.name));
    for (const personal of [body.manufacturer.name, body.manufacturer.contact_email]) {
      expect(page).not.toContain(personal);
    }
  });

  test('whose stored PDF has one flipped bit is served nowhere, and the operator is told', async () => {
    const own = await startServer();
    const entry = await own.key('entry');
    const made = await (await own.post(GENERATE_PATH, body, entry)).json();
    const { gcc_pdf_url, gcc_id } = made as { gcc_pdf_url: string; gcc_id: string };
    const file = own.storage.recordsFile;
    const { pdf } = file
      .query<{ pdf: Uint8Array }, [string]>('SELECT pdf FROM certificate_files WHERE gcc_id = ?')
      .get(gcc_id)!;
    pdf[pdf.length >> 1]! ^= 1;
    file.run('UPDATE certificate_files SET pdf = ? WHERE gcc_id = ?', [pdf, gcc_id]);
    const asked = [
      await fetch(gcc_pdf_url),
      await fetch(gcc_pdf_url, { headers: { range: 'bytes=0-9' } }),
      await fetch(`${own.app.url}/api/v2/entry/certificates/${gcc_id}/pdf`, {
        headers: { authorization: `Bearer ${entry}` },
      }),
    ];
    for (const answer of asked) {
      expect([answer.status, answer.headers.get('etag')]).toEqual([503, null]);
      expect((await answer.json()).error).toBe('unavailable');
    }
    expect(own.faults.map(String)).toEqual(
      asked.map(() => expect.stringContaining(`certificate ${gcc_id} are damaged`)),
    );
  });

  test('answers HEAD, ranges and conditional requests at the same URL', async () => {
    const { gcc_pdf_url } = await generate();
    const whole = await (await fetch(gcc_pdf_url)).arrayBuffer();
    const head = await fetch(gcc_pdf_url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.byteLength)]);
    const part = await fetch(gcc_pdf_url, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${whole.byteLength}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(Buffer.from(whole.slice(100, 200)));
    const tail = await fetch(gcc_pdf_url, { headers: { range: 'bytes=-5' } });
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(Buffer.from(whole.slice(-5)));
    expect((await fetch(gcc_pdf_url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
    const known = await fetch(gcc_pdf_url, { headers: { 'if-none-match': head.headers.get('etag')! } });
    expect(known.status).toBe(304);
    const stale = await fetch(gcc_pdf_url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } });
    expect(stale.status).toBe(200);
  });

  test('has a URL that is valid for one day, and refuses a changed URL', async () => {
    const { gcc_pdf_url } = await generate();
    const tampered = gcc_pdf_url.replace(/signature=./, (match) => `signature=${match.endsWith('A') ? 'B' : 'A'}`);
    const wrong = await fetch(tampered);
    expect([wrong.status, (await wrong.json()).error]).toEqual([403, 'url_invalid']);
    expect((await (await fetch(gcc_pdf_url.split('?')[0]!)).json()).error).toBe('url_invalid');
    server.clock.ms += 86_399_000;
    expect((await fetch(gcc_pdf_url)).status).toBe(200);
    server.clock.ms += 1000;
    const late = await fetch(gcc_pdf_url);
    expect([late.status, (await late.json()).error]).toEqual([403, 'url_expired']);
  });

  test('is made once for one idempotency key; another body under that key is a conflict', async () => {
    const before = rowsOf('certificates');
    const headers = { 'idempotency-key': 'order-77' };
    const answers = await Promise.all([generate(headers), generate(headers), generate(headers)]);
    expect(new Set(answers.map((answer) => answer.gcc_id)).size).toBe(1);
    expect(rowsOf('certificates') - before).toBe(1);
    const other = await generate(headers, { ...body, cpsc_rules_cited: ['16 CFR part 1303'] });
    expect([other.status, other.error]).toEqual([409, 'conflict']);
  });
});

describe('a signature', () => {
  test('is in every certificate, kept with it, and made by a certificate that anyone can fetch', async () => {
    const { gcc_pdf_url, gcc_id } = await generate();
    const pdf = new Uint8Array(await (await fetch(gcc_pdf_url)).arrayBuffer());
    const signature = await readPdfSignature(pdf);
    const { signer } = (await server.storage.certificates.get(gcc_id))!;
    expect(signature).toMatchObject({ kind: 'intact', signer: { fingerprint: signer } });
    const kept = (await server.storage.certificates.signature(gcc_id))!;
    expect(Buffer.from(pdf).toString('latin1')).toContain(`/Contents <${Buffer.from(kept).toHex()}>`);
    const published = await fetch(`${server.app.url}/.well-known/portside-signing.pem`);
    expect([published.status, published.headers.get('content-type')]).toEqual([
      200,
      'application/pem-certificate-chain',
    ]);
    const pem = await published.text();
    expect(pem).not.toContain('PRIVATE');
    expect(sha256Hex(new X509Certificate(pem).raw)).toBe(signer!);
    const page = await (await fetch(`${server.app.url}/verify/${gcc_id}`)).text();
    expect(page).toContain(signer!);
    expect(page).toContain('href="/.well-known/portside-signing.pem"');
  });

  test('is paid for with the bytes of the certificate', async () => {
    const { row, key: payer } = await server.keyIssuer.issue(
      { name: 'payer', scope: 'entry', notes: 'delegate:on' },
      actor,
    );
    const { gcc_id } = (await (await server.post(GENERATE_PATH, body, payer)).json()) as { gcc_id: string };
    const { certificates, resources } = server.storage;
    const [record, signature] = [await certificates.get(gcc_id), await certificates.signature(gcc_id)];
    const { used } = await resources.account(row.id, server.clock.ms);
    expect(used.storedBytes).toBe(storedBytesOf(record!, signature!.byteLength));
  });
});

describe('a revoked certificate', () => {
  test('says so when it is downloaded, however it is asked for, and is not cached', async () => {
    const { gcc_pdf_url, gcc_id } = await generate();
    const before = await fetch(gcc_pdf_url);
    expect(before.headers.has('x-certificate-status')).toBe(false);
    await server.storage.certificates.revoke({ gccId: gcc_id, atMs: server.clock.ms }, actor);
    const requests: RequestInit[] = [
      {},
      { method: 'HEAD' },
      { headers: { range: 'bytes=0-9' } },
      { headers: { range: 'bytes=99999999-' } },
      { headers: { 'if-none-match': before.headers.get('etag')! } },
    ];
    for (const [i, request] of requests.entries()) {
      const { headers, status } = await fetch(gcc_pdf_url, request);
      expect([status, headers.get('x-certificate-status'), headers.get('cache-control')]).toEqual([
        [200, 200, 206, 416, 304][i]!,
        'revoked',
        'no-store',
      ]);
    }
  });

  test('that has a successor is superseded', async () => {
    const [old, successor] = [await generate(), await generate()];
    const revocation = { gccId: old.gcc_id, atMs: server.clock.ms, successorId: successor.gcc_id };
    await server.storage.certificates.revoke(revocation, actor);
    const statusOf = async (url: string) => (await fetch(url)).headers.get('x-certificate-status');
    expect(await statusOf(old.gcc_pdf_url)).toBe('superseded');
    expect(await statusOf(successor.gcc_pdf_url)).toBeNull();
  });

  test('is not handed out again under its idempotency key', async () => {
    const headers = { 'idempotency-key': 'order-78' };
    const { gcc_id } = await generate(headers);
    await server.storage.certificates.revoke({ gccId: gcc_id, atMs: server.clock.ms }, actor);
    const again = await server.post(GENERATE_PATH, body, key, headers);
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: 'conflict', message: expect.stringContaining(gcc_id) });
  });
});

describe('addresses', () => {
  const verifyUrlOf = (gccId: string) =>
    server.storage.recordsFile
      .query<{ verify_url: string }, [string]>('SELECT verify_url FROM certificates WHERE gcc_id = ?')
      .get(gccId)!.verify_url;

  test('a certificate links to the server’s own verify page, whatever Host the caller sent', async () => {
    const { gcc_id, gcc_pdf_url } = await generate({ host: 'evil.example' });
    expect(verifyUrlOf(gcc_id)).toBe(`${server.app.url}/verify/${gcc_id}`);
    expect(new URL(gcc_pdf_url).host).toBe('evil.example');
    const pdf = await (await fetch(gcc_pdf_url.replace('http://evil.example', server.app.url))).text();
    expect(pdf).toContain(`QR code that leads to ${verifyUrlOf(gcc_id)}`);
    expect(pdf).not.toContain('evil.example');
  });

  test('verify page and download use the configured address if there is one', async () => {
    const named = await startServer({ base_url: 'https://portside.example/', hosts: ['other.example'] });
    const answer = await named.post(GENERATE_PATH, body, await named.key('entry'), { host: 'other.example' });
    const { gcc_id, gcc_pdf_url } = await answer.json();
    expect(gcc_pdf_url).toStartWith(`https://portside.example/api/v1/entry/gcc/${gcc_id}.pdf?`);
    const pdf = await (await fetch(gcc_pdf_url.replace('https://portside.example', named.app.url))).text();
    expect(pdf).not.toContain('other.example');
    expect(named.faults).toEqual([]);
  });

  test('a client of HTTP/1.0 that sends a Host can generate and download, and one that sends none is refused', async () => {
    const { pathname, search } = new URL((await generate()).gcc_pdf_url);
    const { host } = new URL(server.app.url);
    expect(await rawRequest(`GET ${pathname}${search} HTTP/1.0\r\nhost: ${host}\r\n\r\n`)).toStartWith('HTTP/1.1 200 ');
    expect(await rawRequest(`GET ${pathname}${search} HTTP/1.0\r\n\r\n`)).toStartWith('HTTP/1.1 400 ');
    const text = JSON.stringify(body);
    const message =
      `POST ${GENERATE_PATH} HTTP/1.0\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
    const answer = await rawRequest(message);
    expect(answer).toStartWith('HTTP/1.1 200 ');
    expect(answer).toContain(`"gcc_pdf_url":"${server.app.url}/api/`);
    expect(server.faults).toEqual([]);
  });
});

/** Sends `request` unchanged and returns all bytes until the connection closes. */
async function rawRequest(request: string): Promise<string> {
  const { hostname, port } = new URL(server.app.url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let answer = '';
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(request),
      data: (_, chunk) => {
        answer += chunk.toString('latin1');
      },
      close: () => resolve(answer),
      error: (_, error) => reject(error),
    },
  });
  return promise;
}

test.each(INVALID_REQUESTS)(
  'a request with %s is refused with the failing paths and stores nothing',
  async (name, wrong, paths) => {
    const tables = ['certificates', 'certificate_files', 'idempotency'];
    const before = tables.map(rowsOf);
    const answer = await server.post(GENERATE_PATH, JSON.stringify(wrong), key, { 'idempotency-key': name });
    const { error, details } = (await answer.json()) as { error: string; details: { path: string }[] };
    expect([answer.status, error]).toEqual([422, 'invalid_request']);
    expect(details.map(({ path }) => path)).toEqual(paths);
    expect(tables.map(rowsOf)).toEqual(before);
  },
);

test('a full database answers 503, stores nothing, and the same request succeeds afterwards', async () => {
  const { recordsFile, counters } = server.storage;
  const pragma = (name: string) => Number(Object.values(recordsFile.query(`PRAGMA ${name}`).get() as object)[0]);
  const before = rowsOf('certificates');
  // Without its free pages, which are kept for the operator.
  recordsFile.run(`CREATE TABLE filler AS SELECT zeroblob(${pragma('freelist_count') * pragma('page_size')})`);
  // On both connections, or the maintenance would make free pages again.
  const setPagesMax = (pages: number) => {
    for (const file of [recordsFile, counters]) file.run(`PRAGMA max_page_count = ${pages}`);
  };
  setPagesMax(pragma('page_count'));
  const refused = await generate({ 'idempotency-key': 'full disk' });
  expect([refused.status, refused.error]).toEqual([503, 'unavailable']);
  setPagesMax(1_000_000);
  recordsFile.run('DROP TABLE filler');
  expect(rowsOf('certificates')).toBe(before);
  expect((await generate({ 'idempotency-key': 'full disk' })).status).toBe(200);
  expect(server.faults.splice(0).length).toBe(1);
});

test('no fault was logged', () => expect(server.faults).toEqual([]));
