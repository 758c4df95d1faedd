/** The registry on the command line, as a process of its own, against a stand-in on this machine. */
import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRequest } from '../../../src/entry/issue/validate.ts';
import { sampleCertificate } from '../../support/certificate-store-contract.ts';
import { command } from '../../support/command.ts';
import { serve } from '../../support/program.ts';
import { fileableBody } from '../../support/registry-requests.ts';
import { RegistryStandIn, SECRET, TOKEN } from '../../support/registry-stand-in.ts';
import { tempDir, tempStorage } from '../../support/temp.ts';
import { until } from '../../support/until.ts';

const dir = tempDir();
/** The default data folder. */
mkdirSync(join(dir, 'var'));
const storage = tempStorage(join(dir, 'var'));
const registry = new RegistryStandIn();
afterAll(() => registry.close());
let made = 0;

async function certificate(change: (body: ReturnType<typeof fileableBody>) => void = () => {}): Promise<string> {
  const body = fileableBody();
  change(body);
  made++;
  const requestJson = JSON.stringify(readRequest(body, Date.now(), 'v2'));
  const record = sampleCertificate(made, { gccId: crypto.randomUUID(), keyId: 'cli', requestJson });
  await storage.certificates.insert(record, Uint8Array.of(1));
  return record.gccId;
}
const versionOf = (version_id: string) => (body: ReturnType<typeof fileableBody>) =>
  void Object.assign(body.product_info, { version_id });

writeFileSync(join(dir, 'token'), `${TOKEN}\n`);
writeFileSync(join(dir, 'secret'), SECRET);
const settings = {
  PORTSIDE_REGISTRY_URL: registry.url,
  PORTSIDE_REGISTRY_CERTIFIER_ID: 'C-1',
  PORTSIDE_REGISTRY_COLLECTION_ID: '0b9c6d1e-5a55-4f0c-9d57-0d6b2f3c1a11',
  PORTSIDE_REGISTRY_TOKEN_FILE: join(dir, 'token'),
  PORTSIDE_REGISTRY_SECRET_FILE: join(dir, 'secret'),
};
const portside = (args: string[], more: Record<string, string> = {}) => command(args, dir, more);

describe('entry registry', () => {
  test('JSON to standard output, marks to standard error', async () => {
    const id = await certificate();
    const { code, stdout, stderr } = await portside(['entry', 'registry', id]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).productList[0].coreProduct).toMatchObject({
      primaryProductId: '4006381333931',
      versionId: 'V1',
    });
    expect(stderr).toContain(`${id}: product 4006381333931, version V1.`);
    expect(stderr).toContain('Inferred citation codes: 1203.');
  });

  test('several in one envelope, written as a whole', async () => {
    const ids = [await certificate(), await certificate(versionOf('V2'))];
    const out = join(dir, 'envelope.json');
    writeFileSync(out, 'before');
    const { code, stdout } = await portside(['entry', 'registry', ...ids, '-o', out, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      file: out,
      certificates: [{ gcc_id: ids[0], gaps: [], inferred_codes: ['1203'] }, { version_id: 'V2' }],
    });
    expect(JSON.parse(readFileSync(out, 'utf8')).productList).toHaveLength(2);
    expect(readdirSync(dir).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('a link stays a link, and a pipe stays a pipe', async () => {
    const id = await certificate();
    const [file, link, pipe] = ['linked.json', 'link.json', 'pipe'].map((name) => join(dir, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, 'before');
    symlinkSync(file, link);
    expect((await portside(['entry', 'registry', id, '-o', link])).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(JSON.parse(readFileSync(file, 'utf8')).productList).toHaveLength(1);

    expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
    const reader = Bun.spawn(['cat', pipe], { stdout: 'pipe' });
    expect((await portside(['entry', 'registry', id, '-o', pipe])).code).toBe(0);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    expect(await new Response(reader.stdout).text()).toBe(readFileSync(file, 'utf8'));
  });

  test('a gap of one: nothing is written, and every gap of every certificate is named', async () => {
    const ids = [
      await certificate(),
      await certificate((body) => {
        delete body.manufacturer.phone;
        delete body.manufacturer.alternate_id;
      }),
      await certificate((body) => void Object.assign(body, { records_contact: {} })),
    ];
    const out = join(dir, 'not-written.json');
    const { code, stdout, stderr } = await portside(['entry', 'registry', ...ids, '-o', out]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(existsSync(out)).toBe(false);
    expect(stderr).toContain(`${ids[1]} cannot be filed:`);
    expect(stderr).toContain('/manufacturer/phone  Manufacturer Phone is missing.');
    expect(stderr).toContain('/records_contact/role  Point of Contact (POC) for Test Result Records is missing.');
    // The same product and version as the first.
    expect(stderr).toContain('/product_info/version_id  New Version ID stands in this envelope');
  });

  test('CSV, and a record that it cannot hold', async () => {
    const id = await certificate();
    const { code, stdout } = await portside(['entry', 'registry', id, '--format', 'csv']);
    expect(code).toBe(0);
    expect(stdout.split('\r\n')[0]!.split(',')).toHaveLength(83);
    const excluded = await certificate(
      (body) => void body.exclusions.push({ citation: '16 CFR 1610.1(d)(1)', basis: 'x' }),
    );
    const refused = await portside(['entry', 'registry', excluded, '--format', 'csv']);
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('Exemptions have no column in the CSV');
  });

  test('a revoked certificate, an unknown one, one named twice, and a folder as the file', async () => {
    const id = await certificate();
    await storage.certificates.revoke({ gccId: id, atMs: Date.now() }, { name: 'cli', origin: 'test' });
    expect((await portside(['entry', 'registry', id])).stderr).toContain('The certificate is revoked.');
    expect((await portside(['entry', 'registry', crypto.randomUUID()])).stderr).toContain('no certificate has this id');
    expect((await portside(['entry', 'registry', id, id.toUpperCase()])).stderr).toContain('is named twice');
    mkdirSync(join(dir, 'folder'));
    const fine = await certificate();
    const outcome = await portside(['entry', 'registry', fine, '-o', join(dir, 'folder')]);
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be written') });
    expect(readdirSync(dir).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('entry codes', () => {
  test('the built-in ones say where they come from', async () => {
    const { stdout, stderr } = await portside(['entry', 'codes', 'list', '--format', 'csv']);
    expect(stdout).toContain('1203,16 CFR part 1203,rule,inferred\r\n');
    expect(stderr).toContain('Built in.');
  });

  test('a table that cannot be read is refused with line, column and value', async () => {
    const file = join(dir, 'wrong.csv');
    writeFileSync(file, 'Citation and codes of 2026\r\nCitation Code;Title\r\n1203;Helmets\r\n"=cmd|1";x\r\n');
    const { code, stderr } = await portside(['entry', 'codes', 'import', file]);
    expect(code).toBe(1);
    expect(stderr).toContain('line 4, column "Citation Code", value "=cmd|1"');
    expect(await storage.filings.codes()).toBeUndefined();
  });
});

describe('entry file', () => {
  test('without settings nothing is sent, and the message names them', async () => {
    const { code, stderr } = await portside(['entry', 'file', await certificate()]);
    expect(code).toBe(1);
    for (const name of Object.keys(settings)) expect(stderr).toContain(name);
  });

  test('doctor warns of settings that are there in part', async () => {
    const { stdout } = await portside(['doctor', '--json', '--fast'], { PORTSIDE_REGISTRY_URL: registry.url });
    const { checks } = JSON.parse(stdout) as { checks: { check: string; text: string }[] };
    const { text } = checks.find(({ check }) => check === 'configuration')!;
    expect(text).toContain('PORTSIDE_REGISTRY_CERTIFIER_ID');
    expect(text).not.toContain('PORTSIDE_REGISTRY_URL');
  });

  test('an address without TLS that is not on this machine is wrong usage', async () => {
    const outcome = await portside(['entry', 'file', 'x'], {
      ...settings,
      PORTSIDE_REGISTRY_URL: 'http://registry.example/api',
    });
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('PORTSIDE_REGISTRY_URL') });
  });

  test('inferred codes are refused until the table of CPSC is imported', async () => {
    const id = await certificate(versionOf('F1'));
    const refused = await portside(['entry', 'file', id], settings);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('The code 1203 is inferred.') });
    expect(registry.calls).toEqual([]);
    const table = join(dir, 'codes.csv');
    writeFileSync(
      table,
      '\ufeffCitation Code,Citation,Type\r\n1203,16 CFR part 1203,Citation\r\n,Group,\r\n1610.1(d)(1),16 CFR 1610.1(d)(1),Testing Exception\r\n',
    );
    const imported = await portside(['entry', 'codes', 'import', table, '--json']);
    expect(JSON.parse(imported.stdout)).toMatchObject({ codes: 2, without_code: 1 });
    expect(await storage.activity.search({ text: '', action: 'codes.import', limit: 5 })).toHaveLength(1);

    const { code, stdout } = await portside(['entry', 'file', id, '--json'], settings);
    expect(JSON.parse(stdout)).toEqual([
      {
        gcc_id: id,
        filing: 'accepted',
        certifier_id: 'C-1',
        product_id: '4006381333931',
        version_id: 'F1',
        import_id: 'I-1',
        errors: [],
      },
    ]);
    expect(code).toBe(0);
    const again = await portside(['entry', 'file', id], settings);
    expect(again.stdout).toContain(`${id}: accepted`);
    expect(registry.submissions).toBe(1);
  });

  test('a refusal is shown with its errors, a lost answer is asked for and sent again only when somebody says so', async () => {
    registry.errors = [{ errorCode: '2026', errorField: 'labs', errorMessage: 'Neither laboratories nor exclusions.' }];
    const refused = await portside(['entry', 'file', await certificate(versionOf('F2'))], settings);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringContaining('2026  labs  Neither') });

    registry.next(/^POST/, 500);
    const id = await certificate(versionOf('F3'));
    expect((await portside(['entry', 'file', id], settings)).stdout).toContain(`${id}: sent`);
    const before = registry.submissions;
    for (const args of [[id, '--status'], [id]]) {
      expect((await portside(['entry', 'file', ...args], settings)).stdout).toContain('does not show this version');
    }
    expect(registry.submissions).toBe(before);
    expect((await portside(['entry', 'file', id, '--again'], settings)).stdout).toContain(`${id}: accepted`);
    expect((await portside(['entry', 'file', id, '--again'], settings)).code).toBe(1);
  });

  test('a server goes on with what was sent before it started, and no secret is in the data, the log or the output', async () => {
    registry.next(/^POST/, 'taken');
    const id = await certificate(versionOf('F4'));
    const sent = await portside(['entry', 'file', id], settings);
    expect(sent.stdout).toContain(`${id}: sent`);
    const server = await serve(dir, [], settings);
    await until('the filing is accepted', async () => (await storage.filings.latest([id]))[0]?.state === 'accepted');
    expect(await server.stop()).toBe(0);
    const texts = [sent.stdout, sent.stderr, server.stdout(), server.stderr()];
    for (const name of readdirSync(join(dir, 'var'))) texts.push(readFileSync(join(dir, 'var', name), 'latin1'));
    for (const text of texts) {
      expect(text).not.toContain(TOKEN);
      expect(text).not.toContain(SECRET);
    }
  });
});
