/**
 * Makes `dist/`: the package as ES modules and as CommonJS, each with types of its own. `npm pack` runs it. The program is bundled, because
 * one file is loaded faster than thirty.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dir, '..');
const DIST = join(ROOT, 'dist');
const ESM = join(DIST, 'esm');
const CJS = join(DIST, 'cjs');
const TARGET = 'es2022';

rmSync(DIST, { recursive: true, force: true });
writeTypes('tsconfig.build.json', ESM);
writeTypes('tsconfig.cjs.json', CJS);

// Entries share files, so that a class is one class in all of them.
const entryPoints = ['src/index.ts', 'src/testing/index.ts'];
const bundled = { bundle: true, splitting: true, chunkNames: 'shared-[hash]', platform: 'neutral' } as const;
await build({
  absWorkingDir: ROOT,
  entryPoints,
  outdir: ESM,
  outbase: 'src',
  format: 'esm',
  target: TARGET,
  ...bundled,
});
// The CommonJS is made from those files, because esbuild shares none when it bundles for CommonJS.
const written = filesIn(ESM, '.js');
await build({ entryPoints: written, outdir: CJS, outbase: ESM, format: 'cjs', platform: 'node', target: TARGET });

// The nearest package.json says what the files are. Bundlers look for `sideEffects` there too.
writeFileSync(join(ESM, 'package.json'), '{ "type": "module", "sideEffects": false }\n');
writeFileSync(join(CJS, 'package.json'), '{ "type": "commonjs", "sideEffects": false }\n');

function writeTypes(config: string, folder: string): void {
  const { exitCode } = Bun.spawnSync(['bun', 'x', '--no-install', 'tsc', '-p', config], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (exitCode !== 0) process.exit(exitCode);
  // The compiler names `./x.ts` in declarations, although only `./x.d.ts` is published.
  for (const file of filesIn(folder, '.d.ts')) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import\() ?'\.[^'\n]*)\.ts'/g, "$1.js'"));
  }
}

function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}
