/** A real server from the source of this repository, in a folder of its own, with a key of default limits. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dir, '../../../src/main.ts');

export interface LiveServer {
  url: string;
  key: string;
  stop(): Promise<void>;
}

/** `PORTSIDE_BIN` names a compiled one instead. */
export async function liveServer(): Promise<LiveServer> {
  const folder = mkdtempSync(join(tmpdir(), 'portside-client-'));
  const program = process.env.PORTSIDE_BIN ? [process.env.PORTSIDE_BIN] : ['bun', MAIN];
  const child = Bun.spawn([...program, 'serve', '--port', '0', '--data-dir', join(folder, 'var')], {
    cwd: folder,
    env: { ...process.env, PORTSIDE_KEY_ROTATION: 'on' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let said = '';
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const part of stream) said += new TextDecoder().decode(part);
  };
  void read(child.stdout);
  void read(child.stderr);
  for (let tries = 0; !/answers at/.test(said) || !/svc_/.test(said); tries++) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`the server did not start: ${said}`);
    await Bun.sleep(100);
  }
  return {
    url: /http:\/\/127\.0\.0\.1:\d+/.exec(said)![0],
    key: /svc_\w{24}/.exec(said)![0],
    async stop() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
