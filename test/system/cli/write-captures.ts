/** Writes `test/golden/terminal` anew: `bun test/system/cli/write-captures.ts`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../support/paths.ts';
import { captureCommands, plain } from '../../support/terminal-captures.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-captures-'));
try {
  for (const [name, capture] of await captureCommands(folder)) {
    writeFileSync(join(root, 'test/golden/terminal', `${name}.txt`), plain(capture));
  }
} finally {
  rmSync(folder, { recursive: true });
}
