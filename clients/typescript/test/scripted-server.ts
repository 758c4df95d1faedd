/** The one scripted server: the one that is running (PORTSIDE_SCRIPT_URL), or one for this test run. */
export async function scriptedServer(): Promise<{ url: string; stop(): void }> {
  const running = process.env.PORTSIDE_SCRIPT_URL;
  if (running) return { url: running, stop() {} };
  const child = Bun.spawn(['bun', `${import.meta.dir}/../../server/main.ts`], { stdout: 'pipe' });
  for await (const line of child.stdout) {
    return { url: new TextDecoder().decode(line).trim(), stop: () => child.kill() };
  }
  throw new Error('the scripted server did not start');
}
