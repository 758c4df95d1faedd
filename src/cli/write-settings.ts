/** Writes `docs/settings.md`: `bun src/cli/write-settings.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsDocument } from './settings-document.ts';

writeFileSync(join(import.meta.dir, '../../docs/settings.md'), settingsDocument());
