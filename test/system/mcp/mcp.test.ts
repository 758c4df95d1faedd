/** `portside mcp` as an agent meets it: the SDK's own client starts the command and calls every tool. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse } from 'csv-parse/sync';
import { DEMO_STORE_URL } from '../../../src/pixel/demo-store/address.ts';
import { tariffTables } from '../../support/paths.ts';
import { makeDatabase, program } from '../../support/program.ts';
import { tempDir } from '../../support/temp.ts';

interface Answer {
  isError: boolean;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of eight tools
  data: any;
}

async function connect(dir: string, env: Record<string, string> = {}): Promise<Client> {
  const [command, ...args] = program;
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: command!,
      args: [...args, 'mcp', '--data-dir', dir],
      env: { PATH: process.env.PATH ?? '', HOME: dir, ...env },
      stderr: 'ignore',
    }),
  );
  return client;
}

async function call(client: Client, name: string, args: object): Promise<Answer> {
  const {
    content,
    isError = false,
    structuredContent,
  } = await client.callTool({ name, arguments: args as Record<string, unknown> }, undefined, { timeout: 120_000 });
  return { isError: isError === true, text: (content as { text: string }[])[0]!.text, data: structuredContent };
}

const request = JSON.parse(
  readFileSync(
    join(import.meta.dir, '../../fixtures/certificate-requests/04-complete-every-optional-field.json'),
    'utf8',
  ),
) as object;

describe('with a database', () => {
  const dir = tempDir();
  let client: Client;
  beforeAll(async () => {
    await makeDatabase(dir, '--data-dir', dir);
    client = await connect(dir, { PORTSIDE_BASE_URL: 'https://portside.example' });
  });
  afterAll(() => client?.close());

  test('lists eight tools, each with a title, words for the model and a schema that refuses other fields', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'certificate_check',
      'certificate_make',
      'certificate_verify',
      'pixel_scan',
      'tariff_audit',
      'tariff_duties',
      'tariff_lookup',
      'tariff_search',
    ]);
    for (const { title, description, inputSchema, annotations, name } of tools) {
      expect([name, typeof title, (description ?? '').length > 80, inputSchema.additionalProperties]).toEqual([
        name,
        'string',
        true,
        false,
      ]);
      expect([name, annotations?.readOnlyHint]).toEqual([name, name !== 'certificate_make']);
    }
  });

  test('duties, search and audit carry their sources, the versions of the lists and that they are no ruling', async () => {
    const answers = [
      await call(client, 'tariff_duties', {
        items: [
          {
            code: '7326.90.8688',
            origin: 'CN',
            entry_date: '2026-04-10',
            facts: { value: 10_000, contains_listed_metal: true, us_metal_share: 0 },
          },
        ],
      }),
      await call(client, 'tariff_search', { query: 'horses' }),
      await call(client, 'tariff_audit', { codes: ['7326.90.8688', '0101.21.0010', '101210010'] }),
    ];
    for (const { isError, data } of answers) {
      expect(isError).toBe(false);
      expect(data).toMatchObject({
        law_read_to: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        note: expect.stringMatching(/not a ruling/),
      });
      expect(data.lists.length).toBeGreaterThan(0);
      for (const list of data.lists)
        expect([list.list_id, list.version !== '', list.source !== '']).toEqual([list.list_id, true, true]);
    }
    const [duties, search, audit] = answers.map(({ data }) => data);
    expect(duties.results[0].declare.map(({ heading }: { heading: string }) => heading)).toEqual(['9903.82.02']);
    expect(search.results.length).toBeGreaterThan(0);
    expect(audit.counts).toEqual({ hit: 1, clear: 1, invalid: 1 });
  });

  test('a scan answers the report of the demo store with what was not looked at', async () => {
    const { isError, data } = await call(client, 'pixel_scan', { url: DEMO_STORE_URL });
    expect(isError).toBe(false);
    expect(data.findings.length + data.findings_omitted).toBeGreaterThan(3);
    expect(Array.isArray(data.not_looked_at)).toBe(true);
    const refused = await call(client, 'pixel_scan', { url: 'http://169.254.169.254/' });
    expect([refused.isError, refused.data]).toEqual([true, undefined]);
  });

  test('a certificate is checked, made once and verified; an altered PDF is not reliable', async () => {
    const checked = await call(client, 'certificate_check', { request });
    expect([checked.isError, checked.data.source]).toEqual([false, '16 CFR 1110.11(a)']);
    const made = await call(client, 'certificate_make', { request });
    expect([made.isError, made.data.state]).toEqual([false, checked.data.state]);
    const verified = await call(client, 'certificate_verify', { file: made.data.file });
    expect(verified.data).toMatchObject({ verdict: 'genuine', reliable: true, gcc_id: made.data.gcc_id });
    const altered = join(dir, 'altered.pdf');
    const pdf = readFileSync(made.data.file);
    writeFileSync(altered, pdf.fill(0x20, pdf.length - 40, pdf.length - 20));
    expect((await call(client, 'certificate_verify', { file: altered })).data).toMatchObject({ reliable: false });
    const absent = await call(client, 'certificate_verify', { file: join(dir, 'absent.pdf') });
    expect([absent.isError, absent.text]).toEqual([
      true,
      `${join(dir, 'absent.pdf')} cannot be read: it does not exist.`,
    ]);
    const pipe = join(dir, 'pipe.pdf');
    expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
    for (const file of [pipe, '/dev/zero']) {
      const refused = await call(client, 'certificate_verify', { file });
      expect([refused.isError, refused.text]).toEqual([true, `${file} is not a regular file.`]);
    }
  });

  test('a hundred held questions are answered with the right status and the source of the row', async () => {
    const read = (name: string) =>
      parse(readFileSync(join(tariffTables, `${name}.csv`)), { columns: true, bom: true }) as Record<string, string>[];
    const spread = <T>(rows: T[], count: number) =>
      Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
    const listed = spread(
      read('s232_metals_current').filter(
        (row) => row.kind === 'derivative' && row.effective_to === '' && row.digits!.length >= 8,
      ),
      60,
    );
    const removed = spread(
      read('s232_removed_2026-04-06').filter((row) => row.later === ''),
      30,
    );
    const wrong = [
      '101210010',
      '7.317E+09',
      '9903.82.02',
      '7701.00.00',
      '73',
      'steel',
      '7326.90.86.8',
      '00',
      '9817.00.96',
      '7326908688123',
    ];
    let answered = 0;
    const ask = async (code: string) => {
      const { data } = await call(client, 'tariff_lookup', { codes: [code] });
      answered++;
      expect([code, typeof data.law_read_to, data.note.includes('not a ruling')]).toEqual([code, 'string', true]);
      return data.results[0];
    };
    for (const { code, ch99_heading, source } of listed) {
      const { status, matched } = await ask(code!);
      const row = matched.find(
        (view: { code: string; ch99_heading: string }) => view.code === code && view.ch99_heading === ch99_heading,
      );
      expect([code, status, row?.source]).toEqual([code, 'hit', source]);
    }
    for (const { code, removed_from, source } of removed) {
      const { status, removed: rows } = await ask(code!);
      expect([code, status === 'hit']).toEqual([code, false]);
      expect(rows).toContainEqual(expect.objectContaining({ date: removed_from, source }));
    }
    for (const code of wrong) expect([code, (await ask(code)).status]).toEqual([code, 'invalid']);
    expect(answered).toBe(100);
  }, 60_000);

  test('the longest answers stay within the bound', async () => {
    const longest = await call(client, 'tariff_lookup', { codes: Array(8).fill('8708.29.5160') });
    const audit = await call(client, 'tariff_audit', {
      codes: Array.from({ length: 1000 }, (_, i) => `8708.29.${1000 + i}`),
    });
    for (const { isError, text } of [longest, audit]) expect([isError, text.length < 60_000]).toEqual([false, true]);
    expect(audit.data.lines.length + audit.data.lines_omitted + (audit.data.counts.clear ?? 0)).toBeGreaterThanOrEqual(
      1000,
    );
  });
});

test('without a database the lists inside answer, and certificates are refused with what to do', async () => {
  const client = await connect(join(tempDir(), 'none'));
  const lookup = await call(client, 'tariff_lookup', { codes: ['7326.90.8688'] });
  expect(lookup.data.results[0].status).toBe('hit');
  const made = await call(client, 'certificate_make', { request });
  expect([made.isError, made.text]).toEqual([true, expect.stringMatching(/no database here.*--data-dir/)]);
  await client.close();
});
