import { expect, test } from 'bun:test';
import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { root } from '../../support/paths.ts';

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

test('every version in package.json is exact and the same in the lock file', async () => {
  const lock = Bun.JSONC.parse(await Bun.file(join(root, 'bun.lock')).text()) as {
    packages: Record<string, [string, ...unknown[]]>;
  };
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(wanted.filter(([, version]) => !EXACT.test(version))).toEqual([]);
  expect(manifest.engines.bun).toMatch(EXACT);
  expect(wanted.filter(([name, version]) => lock.packages[name]?.[0] !== `${name}@${version}`)).toEqual([]);
});

test('the lock file names versions and checksums, and no download address', async () => {
  const text = await Bun.file(join(root, 'bun.lock')).text();
  expect(text).not.toMatch(/https?:|git\+|file:|link:|\.tgz/);
  const { packages } = Bun.JSONC.parse(text) as { packages: Record<string, unknown[]> };
  const unchecked = Object.values(packages).filter((entry) => !/^sha512-/.test(String(entry.at(-1))));
  expect(unchecked).toEqual([]);
});

test('no dependency may run an install script', () => {
  expect(manifest).not.toHaveProperty('trustedDependencies');
});

/** Answers of the advisory service, and the result of the audit. */
test.each([
  ['no advisory', () => Response.json({}), 0, '0 advisories'],
  [
    'an advisory',
    () => Response.json({ yaml: [{ id: 1, title: 'breaks', severity: 'high', url: 'u', vulnerable_versions: '<99' }] }),
    1,
    'high: yaml: breaks',
  ],
  ['a refusal', () => new Response(null, { status: 405 }), 77, 'Not checked'],
  ['an answer of another kind', () => new Response('<html>'), 77, 'Not checked'],
] as const)('an audit that meets %s says so', async (_, answer, code, says) => {
  using service = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer });
  const audit = Bun.spawn([process.execPath, join(root, 'deploy/audit.ts')], {
    env: { ...process.env, NPM_CONFIG_REGISTRY: service.url.href, npm_config_registry: service.url.href },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const printed = (await new Response(audit.stdout).text()) + (await new Response(audit.stderr).text());
  expect([await audit.exited, printed]).toEqual([code, expect.stringContaining(says)]);
  expect(printed).not.toContain(service.url.host);
});
