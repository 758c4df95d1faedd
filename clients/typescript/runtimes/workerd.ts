import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Played } from '../test/play.ts';

/** The program itself. The command of the package would start it as a child, which outlives the command. */
const WORKERD: string = createRequire(import.meta.url)('workerd').default;

/** Workers may ask servers of this machine only if the configuration allows private addresses. */
function configuration(file: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "worker", esModule = embed "${basename(file)}")],
      compatibilityDate = "2026-01-01",
      compatibilityFlags = ["nodejs_compat"],
      globalOutbound = "network",
    )),
    (name = "network", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;
}

/** The outcomes of all cases in a bundled worker. */
export async function playInWorkerd(file: string, server: string): Promise<Played[]> {
  await Bun.write(join(dirname(file), 'worker.capnp'), configuration(file));
  const child = Bun.spawn([WORKERD, 'serve', '--control-fd=1', 'worker.capnp'], {
    cwd: dirname(file),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  try {
    const port = await portOf(child.stdout);
    if (port === undefined) throw new Error(`workerd did not start: ${await new Response(child.stderr).text()}`);
    const answer = await fetch(`http://127.0.0.1:${port}/?server=${encodeURIComponent(server)}`);
    if (!answer.ok) throw new Error(`the worker failed: ${await answer.text()}`);
    return (await answer.json()) as Played[];
  } finally {
    child.kill();
    await child.exited;
  }
}

/** workerd says `{"event":"listen","socket":"http","port":…}`. */
async function portOf(stdout: ReadableStream<Uint8Array>): Promise<number | undefined> {
  let said = '';
  for await (const part of stdout) {
    said += new TextDecoder().decode(part);
    const port = /"port":(\d+)/.exec(said)?.[1];
    if (port) return Number(port);
  }
  return undefined;
}
