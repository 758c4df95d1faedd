/** The scripted server: the one that runs already (PORTSIDE_SCRIPT_URL), or a new one for this test run. */
export async function scriptedServer(): Promise<{ url: string; stop(): void }> {
  const running = process.env.PORTSIDE_SCRIPT_URL;
  if (running) return { url: running, stop() {} };
  const child = Bun.spawn(['bun', `${import.meta.dir}/../../server/main.ts`], { stdout: 'pipe' });
  for await (const line of child.stdout) {
    return { url: new TextDecoder().decode(line).trim(), stop: () => child.kill() };
  }
  throw new Error('the scripted server did not start');
}
