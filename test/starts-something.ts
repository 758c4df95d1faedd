/** Tells the tests that compute from those that start a server, a process or a worker. The latter take most of the time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const STARTS =
  /\b(?:Bun\.(?:serve|listen|spawn|spawnSync)|createServer|startApp|openStorage|openSqlite|openCommandPool|launch)\(|\bnew (?:Worker|WorkerPool)\(/;
const IMPORTED = /from '(\.[^']+)'/g;
const SUPPORT = 'test/support/';

const known = new Map<string, boolean>();

/**
 * Whether a test file, or what it imports from `test/support`, starts something. What the source itself starts is not followed: nearly
 * all of it can be reached from everywhere.
 * @param file from `root`
 */
export function startsSomething(root: string, file: string): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  // A circle of imports starts nothing by itself.
  known.set(file, false);
  const text = readFileSync(join(root, file), 'utf8');
  const imports = [...text.matchAll(IMPORTED)].map(([, path]) => join(file, '..', path!));
  const starts =
    STARTS.test(text) ||
    imports.some((path) => path.startsWith(SUPPORT) && /\.tsx?$/.test(path) && startsSomething(root, path));
  known.set(file, starts);
  return starts;
}
