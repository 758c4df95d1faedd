import { expect, test } from 'bun:test';

test('the client is under 6 kB, minified and gzipped', async () => {
  const { outputs } = await Bun.build({
    entrypoints: [`${import.meta.dir}/../src/index.ts`],
    minify: true,
    target: 'browser',
  });
  const bytes = Bun.gzipSync(await outputs[0]!.arrayBuffer()).length;
  process.stdout.write(`@portside/client: ${bytes} bytes minified and gzipped\n`);
  expect(bytes).toBeLessThan(6000);
});
