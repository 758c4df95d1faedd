/** Type-checks programs of users against the packed client: with the oldest and the newest compiler, and each way to find modules. */

import { afterAll, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run, tool, user } from './user.ts';

const owner = await user(['undici', 'undici-6', 'undici-types', '@types']);
afterAll(owner.remove);

const COMPILERS = {
  'TypeScript 5.0.4': join(import.meta.dir, 'node_modules/typescript-oldest/bin/tsc'),
  'newest TypeScript': join(import.meta.dir, 'node_modules/typescript-newest/bin/tsc'),
};
const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  isolatedModules: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'ES2022',
  types: [],
};
const DOM = { lib: ['ES2022', 'DOM', 'DOM.Iterable'] };
/** Node's own types instead of those of browsers. They do not compile with an old compiler themselves. */
const NODE = { lib: ['ES2024'], types: ['node'], skipLibCheck: true };

const MODULES = {
  'node16, ES module': { type: 'module', options: { module: 'Node16', moduleResolution: 'Node16' } },
  'node16, CommonJS': { type: 'commonjs', options: { module: 'Node16', moduleResolution: 'Node16' } },
  bundler: { type: 'module', options: { module: 'ESNext', moduleResolution: 'Bundler' } },
  node10: { type: 'commonjs', options: { module: 'CommonJS', moduleResolution: 'Node10' } },
};

let made = 0;

/** @throws with what the compiler says */
async function compile(compiler: string, type: string, compilerOptions: object, program: string): Promise<void> {
  const folder = join(owner.folder, `program-${made++}`);
  mkdirSync(folder);
  const source = await Bun.file(join(import.meta.dir, 'types', program)).text();
  await Bun.write(join(folder, 'package.json'), JSON.stringify({ type }));
  await Bun.write(join(folder, 'program.ts'), source);
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  await run([tool('node-newest'), compiler, '-p', folder], folder);
}

for (const [name, compiler] of Object.entries(COMPILERS)) {
  for (const [how, { type, options }] of Object.entries(MODULES)) {
    // The newest compiler has removed node10, as Node itself has long done.
    if (how === 'node10' && compiler !== COMPILERS['TypeScript 5.0.4']) continue;
    test(`${name}, ${how}`, async () => {
      await compile(compiler, type, { ...STRICT, ...DOM, ...options }, 'use.ts');
    });
  }
}

test('newest TypeScript with the types of Node alone', async () => {
  const { options, type } = MODULES['node16, ES module'];
  await compile(
    COMPILERS['newest TypeScript'],
    type,
    { ...STRICT, ...NODE, ...options, skipLibCheck: false },
    'use.ts',
  );
});

for (const [name, compiler] of Object.entries(COMPILERS)) {
  for (const undici of ['undici', 'undici-6']) {
    for (const how of ['node16, ES module', 'bundler'] as const) {
      test(`every fetch fits: ${undici}, ${name}, ${how}`, async () => {
        const { type, options } = MODULES[how];
        const both = { ...STRICT, ...NODE, ...DOM, ...options, paths: { undici: [`../node_modules/${undici}`] } };
        await compile(compiler, type, both, 'use-fetch.ts');
      });
    }
  }
}
