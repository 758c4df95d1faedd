/**
 * The ten most used commands in a terminal of 80 columns, on data that is always the same. What differs from run to run (keys, ids,
 * hashes, times) is replaced by text of the same width, so that the layout is the real one.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';
import { program } from './program.ts';

const COLUMNS = 80;
const DAY = '2026-06-07';

/** By the name of the golden: the command, as a user types it. */
export const COMMANDS: Record<string, string> = {
  help: '--help',
  'tariff-lookup': `tariff lookup 7326.90.8688 --as-of ${DAY}`,
  'tariff-lookup-list': `tariff lookup parts.csv --as-of ${DAY}`,
  'pixel-scan': 'pixel scan https://demo-store.portside.invalid/',
  'pixel-scan-list': 'pixel scan stores.txt',
  'keys-issue': "keys issue --scope tariff --name 'A broker' --notes delegate:on",
  'keys-list': 'keys list',
  'keys-show': 'keys show 1',
  'entry-generate': 'entry generate request.json --base-url https://portside.example',
  'entry-verify': 'entry verify GCC-*.pdf',
};

const SET_UP = [
  'migrate up',
  "keys issue --scope all --name 'Meridian ERP' --owner 'Ines Moreau' --tags erp,eu --expires 2099-12-31 --notes delegate:on",
];
/** Rows that exist when the goldens are made. */
const PARTS = 'part,hts\nBracket,7326.90.8688\nLaptop,8471.30.0100\nHorse,0101.21.0010\nTyping error,101210010\n';
const STORES = ['', 'collections/all', 'cart', 'nowhere'].map(
  (path) => `https://demo-store.portside.invalid/${path}\n`,
);

/** Runs all of them in the folder, in order. The text is as the terminal gets it, with its colours. */
export async function captureCommands(folder: string): Promise<Map<string, string>> {
  writeFileSync(join(folder, 'parts.csv'), PARTS);
  writeFileSync(join(folder, 'stores.txt'), STORES.join(''));
  cpSync(
    join(root, 'test/fixtures/certificate-requests/04-complete-every-optional-field.json'),
    join(folder, 'request.json'),
  );
  for (const command of SET_UP) await show(command, folder);
  const captures = new Map<string, string>();
  for (const [name, command] of Object.entries(COMMANDS)) {
    captures.set(name, `$ portside ${command}\n${masked(await show(command, folder))}`);
  }
  return captures;
}

/** The text without its colours. */
export function plain(capture: string): string {
  return Bun.stripANSI(capture);
}

async function show(command: string, cwd: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  const child = Bun.spawn(['bash', '-c', `"$@" ${command}`, 'bash', ...program], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, NODE_ENV: 'production', TERM: 'xterm-256color', LANG: 'C.UTF-8' },
    terminal: {
      cols: COLUMNS,
      rows: 50,
      data(_terminal, bytes) {
        text += decoder.decode(bytes, { stream: true });
      },
    },
  });
  await child.exited;
  child.terminal?.close();
  return (
    text
      .replaceAll('\r\n', '\n')
      // Progress, which the next line overwrites.
      .replace(/(?:\r[^\r\n]*)*\r\u001b\[K/g, '')
  );
}

/** As wide as before, and the same in every run. */
function masked(text: string): string {
  return text
    .replace(
      /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      '5f0c5e7e-8a3c-4a5e-9d57-0d6b2f3c1a11',
    )
    .replace(/(?<=certificate signer )[0-9a-f]{8}\b/g, 'abababab')
    .replace(/\b[0-9a-f]{64}\b/g, 'ab'.repeat(32))
    .replace(/svc_[0-9A-Za-z]{24}/g, 'svc_Ab12Cd34Ef56Gh78Ij90Kl12')
    .replace(/svc_[0-9A-Za-z]{4}…[0-9A-Za-z]{4}/g, 'svc_Ab12…Kl12')
    .replace(/\b20\d\d-\d\d-\d\d(?= \d\d:\d\d)/g, '2026-06-07')
    .replace(/(?<=2026-06-07 )\d\d:\d\d(?::\d\d)?/g, (time) => '12:00:00'.slice(0, time.length))
    .replace(/\(\d\d kB\)/g, '(39 kB)');
}
