import { expect, test } from 'bun:test';

async function bytesOf(program: string): Promise<number> {
  const entry = `${import.meta.dir}/../src/index.ts`;
  const { outputs } = await Bun.build({
    entrypoints: ['/program.ts'],
    files: { '/program.ts': program.replace('@portside/client', entry) },
    minify: true,
    target: 'browser',
  });
  return Bun.gzipSync(await outputs[0]!.arrayBuffer()).length;
}

test('the client with everything is under 14 kB, minified and gzipped', async () => {
  const bytes = await bytesOf("export * from '@portside/client';");
  process.stdout.write(`@portside/client: ${bytes} bytes minified and gzipped\n`);
  expect(bytes).toBeLessThan(14_000);
});

test('webhooks alone are under 3 kB', async () => {
  expect(await bytesOf("export { Webhook } from '@portside/client';")).toBeLessThan(3_000);
});
