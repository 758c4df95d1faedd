/**
 * One request has one state on every surface: its paper, the record attached to it, v1's header, v2, the verify page as page and as
 * JSON, and the command line. None of them gives a verdict.
 */
import { describe, expect, test } from 'bun:test';
import { inflateSync } from 'node:zlib';
import { GENERATE_PATH } from '../../src/api/v1/paths.ts';
import { CREATE } from '../../src/api/v2/certificates/routes.ts';
import { formatCertificate } from '../../src/cli/entry-text.ts';
import type { CertificateState } from '../../src/domain/certificate.ts';
import { attachedRecord } from '../../src/entry/issue/attached-record.ts';
import { makeCertificate } from '../../src/entry/issue/certificate.ts';
import { certificateContent } from '../../src/entry/pdf/certificate-content.ts';
import { verifyPage } from '../../src/web/verify/page.ts';
import { verification } from '../../src/web/verify/verification.ts';
import { recordOf, validBody } from '../support/certificate-fixtures.ts';
import { command } from '../support/command.ts';
import { startServer } from '../support/server.ts';
import { ONCE_COMPLETE, STATE_CASES, type StateCase } from '../support/state-cases.ts';
import { copyEmptyDatabase, tempDir } from '../support/temp.ts';

/** A verdict that no surface may give. `incomplete` is not one of them. */
const VERDICT = /\b(complete|compliant|valid|complies|conforms|certified|approved)\b/i;

const PAPER: Record<CertificateState, string> = {
  incomplete: 'Incomplete: not all elements of 16 CFR 1110.11(a) are stated',
  stated_with_defects: 'All elements of 16 CFR 1110.11(a) stated, with defects',
  stated: 'All elements of 16 CFR 1110.11(a) stated',
};
const PAGE: Record<CertificateState, RegExp> = {
  incomplete: /Incomplete: the request did not state every element/,
  stated_with_defects: /All elements of 16 CFR 1110\.11\(a\) are stated, with defects/,
  stated: /All elements of 16 CFR 1110\.11\(a\) are stated, and none of the defects/,
};
const TERMINAL: Record<CertificateState, RegExp> = {
  incomplete: /Incomplete\. Not stated in the request:/,
  stated_with_defects: /are stated, with defects:/,
  stated: /are stated, and none of the defects/,
};

const cases = STATE_CASES.map((each) => [each.name, each] as const);

test.each(cases)('the same state on paper, record, verify page and terminal: %s', (_, { body, form, ...expected }) => {
  const { state, missing, defects } = expected;
  const record = recordOf(body, { state }, form);
  const certificate = makeCertificate(JSON.parse(record.requestJson), record);
  const content = certificateContent(certificate);
  expect(content.identity.find(({ label }) => label === 'State')?.value).toBe(PAPER[state]);
  const printed = content.sections.flatMap(({ rows }) =>
    rows.flatMap(({ value, details = [] }) => [value, ...details]),
  );
  for (const { message, source } of certificate.defects) expect(printed).toContain(`Defect: ${message} (${source})`);

  const attached = attachedRecord(certificate);
  expect([attached.state, attached.missing]).toEqual([state, missing]);
  expect(attached.defects.map(({ kind, path }) => `${kind} ${path}`)).toEqual(defects);

  expect(verification(record).state).toBe(state);
  expect(verifyPage(record).replace(/\s+/g, ' ')).toMatch(PAGE[state]);

  const lines = formatCertificate(certificate, record, { file: 'c.pdf', ignored: [] });
  const text = lines.replace(/\s+/g, ' ');
  expect(text).toMatch(TERMINAL[state]);
  for (const path of missing) expect(lines).toContain(`\n  ${path}`);
  for (const { path, message } of certificate.defects) expect(text).toContain(`${path}: ${message}`);
});

test('no surface gives a verdict, and the words of no state claim that the product was looked at', () => {
  for (const { body, form, state } of STATE_CASES) {
    const record = recordOf(body, { state }, form);
    const certificate = makeCertificate(JSON.parse(record.requestJson), record);
    const { title, basis, banner, footer, identity } = certificateContent(certificate);
    const own = [
      title,
      basis,
      banner?.heading,
      banner?.text,
      footer,
      identity.find(({ label }) => label === 'State')?.value,
    ];
    const remarks = [...certificate.defects, ...certificate.notes].map(({ message }) => message);
    expect([...own, ...remarks, PAPER[state]].join('\n')).not.toMatch(VERDICT);
    const page = verifyPage(record)
      .replace(/data-state="\w+"/, '')
      .replace('does not say that the product complies', '');
    expect(page).not.toMatch(VERDICT);
  }
});

describe('over HTTP', async () => {
  const server = await startServer();
  const key = await server.key('entry', { perMinute: 10_000 });

  /** The JSON file attached to a PDF. */
  const attachmentOf = (pdf: Buffer): Record<string, unknown> => {
    for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
      try {
        const text = inflateSync(pdf.subarray(at + 'stream\n'.length)).toString();
        if (text.startsWith('{"schema"')) return JSON.parse(text);
      } catch {
        // Another kind of stream.
      }
    }
    throw new Error('The PDF has no record attached.');
  };

  const made = async ({ body }: Pick<StateCase, 'body'>) => {
    const answer = await server.post(GENERATE_PATH, body, key);
    const { gcc_id, gcc_pdf_url, ...more } = (await answer.json()) as Record<string, string>;
    // The shape of v1 is frozen: the state is in the record and on the verify page.
    expect([answer.status, more]).toEqual([200, {}]);
    const verify = await fetch(`${server.app.url}/verify/${gcc_id}`, { headers: { accept: 'application/json' } });
    return {
      missing: answer.headers.get('x-certificate-missing'),
      verified: (await verify.json()) as Record<string, unknown>,
      page: await (await fetch(`${server.app.url}/verify/${gcc_id}`)).text(),
      attached: await attachedOf(gcc_pdf_url!),
    };
  };

  /** Of each state the case with the most defects and gaps: a PDF of every case would say nothing that its record does not. */
  const ofEachState = (form?: StateCase['form']) => {
    const found = new Map<CertificateState, StateCase>();
    const weight = ({ missing, defects }: StateCase) => missing.length + defects.length;
    for (const each of STATE_CASES) {
      const before = found.get(each.state);
      if ((form ?? each.form) === each.form && (!before || weight(each) > weight(before))) found.set(each.state, each);
    }
    return [...found.values()].map((each) => [each.name, each] as const);
  };

  test.each(ofEachState('v1'))('v1, its attached record and the verify page: %s', async (_, expected) => {
    const { missing, verified, page, attached } = await made(expected);
    expect(missing).toBe(expected.missing.length > 0 ? expected.missing.join(', ') : null);
    expect(verified.state).toBe(expected.state);
    expect(verified).not.toHaveProperty('complete');
    expect(page.replace(/\s+/g, ' ')).toMatch(PAGE[expected.state]);
    expect(attached).toMatchObject({ state: expected.state, missing: expected.missing });
    expect(attached).not.toHaveProperty('complete');
  });

  const attachedOf = async (url: string) => attachmentOf(Buffer.from(await (await fetch(url)).arrayBuffer()));

  test.each(ofEachState())(
    'v2, its attached record and the verify page: %s',
    async (_, { body, state, missing, defects }) => {
      const answer = await server.post(CREATE.path, body, key);
      const record = (await answer.json()) as {
        id: string;
        gcc_pdf_url: string;
        defects: { kind: string; path: string }[];
      };
      expect(answer.status).toBe(201);
      expect(record).toMatchObject({ state, missing });
      expect(record.defects.map(({ kind, path }) => `${kind} ${path}`)).toEqual(defects);
      expect(await attachedOf(record.gcc_pdf_url)).toMatchObject({ state, missing });
      const verify = await fetch(`${server.app.url}/verify/${record.id}`, { headers: { accept: 'application/json' } });
      expect(await verify.json()).toMatchObject({ state });
    },
  );

  test('a request with the least that v1 takes', async () => {
    const { verified, attached } = await made({ body: validBody() });
    expect([verified.state, attached.state]).toEqual(['incomplete', 'incomplete']);
    expect(server.faults).toEqual([]);
  });
});

/** A file has the fields of v2. */
const FILES = [...ONCE_COMPLETE, ...STATE_CASES.filter(({ form }) => form === 'v2')];

test('the command line makes each of them with exit code 0 and names its state, and so does the export', async () => {
  const dir = tempDir();
  copyEmptyDatabase(`${dir}/var`);
  const exported = new Map<string, string>();
  for (const [index, { name, body, state, missing, defects }] of FILES.entries()) {
    await Bun.write(`${dir}/${index}.json`, JSON.stringify(body));
    const { code, stdout } = await command(
      ['entry', 'generate', `${index}.json`, '--base-url', 'https://portside.example', '--json'],
      dir,
    );
    const made = JSON.parse(stdout);
    expect([name, code, made.state, made.missing]).toEqual([name, 0, state, missing]);
    expect(made.defects.map(({ kind, path }: { kind: string; path: string }) => `${kind} ${path}`)).toEqual(defects);
    exported.set(made.gcc_id, state);
  }
  const { stdout } = await command(['entry', 'export', '--since', '2026-01-01', '--json'], dir);
  const records = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Map(records.map(({ gccId, state }) => [gccId, state]))).toEqual(exported);
});
