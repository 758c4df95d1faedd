/**
 * Makes `dist/`: the package as ES modules and as CommonJS, each with types of its own. `npm pack` runs it.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dir, '..');
const DIST = join(ROOT, 'dist');
const KINDS = [
  { folder: 'esm', config: 'tsconfig.build.json', type: 'module' },
  { folder: 'cjs', config: 'tsconfig.cjs.json', type: 'commonjs' },
];

rmSync(DIST, { recursive: true, force: true });
for (const { folder, config, type } of KINDS) {
  const { exitCode } = Bun.spawnSync(['bun', 'x', '--no-install', 'tsc', '-p', config], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (exitCode !== 0) process.exit(exitCode);
  const out = join(DIST, folder);
  nameWrittenFiles(out);
  // The nearest package.json says what the files are. Bundlers look for `sideEffects` there too.
  writeFileSync(join(out, 'package.json'), `${JSON.stringify({ type, sideEffects: false })}\n`);
}

/** The compiler names `./x.ts` in declarations, although only `./x.js` and `./x.d.ts` are published. */
function nameWrittenFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import\() ?'\.[^'\n]*)\.ts'/g, "$1.js'"));
  }
}
