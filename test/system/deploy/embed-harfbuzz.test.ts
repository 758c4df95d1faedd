import { expect, test } from 'bun:test';
import { withEmbeddedCode } from '../../../deploy/embed-harfbuzz.ts';

test('the installed HarfBuzz starts from embedded bytes, and is otherwise unchanged', async () => {
  const source = await Bun.file(require.resolve('harfbuzzjs')).text();
  const [first, ...rest] = withEmbeddedCode(source).split('\n');
  expect(first).toBe("import wasmFile from './harfbuzz.wasm' with { type: 'file' };");
  expect(rest.join('\n').replace(/\{ wasmBinary: [^}]+\}/, '')).toBe(source);
});

test.each([
  ['in no way that is known', 'init(await startHarfBuzz());'],
  ['with options already', 'init(await createHarfBuzz({}));'],
  ['twice', 'init(await createHarfBuzz()); again(await createHarfBuzz());'],
])('a build with a HarfBuzz that starts %s fails', (_name, source) => {
  expect(() => withEmbeddedCode(source)).toThrow('change embed-harfbuzz.ts');
});
