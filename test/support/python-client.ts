/** The Python client, installed as a user installs it. */
import { join } from 'node:path';
import { root } from './paths.ts';

/** Makes a virtual environment with the client in `folder`. @returns its folder for `PATH`, with `python3` @throws with the output of pip */
export function installPythonClient(folder: string): string {
  const bin = join(folder, 'venv/bin');
  const commands = [
    ['python3', '-m', 'venv', join(folder, 'venv')],
    [join(bin, 'pip'), 'install', '--quiet', '--disable-pip-version-check', join(root, 'clients/python')],
  ];
  for (const command of commands) {
    const { exitCode, stdout, stderr } = Bun.spawnSync(command, { stdin: 'ignore' });
    if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stdout}${stderr}`);
  }
  return bin;
}
