/**
 * Copies the table that all clients of Portside must pass into the fake of `@portside/client/testing`: `bun tools/copy-table.ts`. A test
 * keeps the copy equal.
 */
import { fileURLToPath } from 'node:url';

const FROM = fileURLToPath(new URL('../../conformance.json', import.meta.url));
const INTO = fileURLToPath(new URL('../src/testing/table.ts', import.meta.url));

const table = await Bun.file(FROM).text();
await Bun.write(
  INTO,
  `// Written by tools/copy-table.ts from clients/conformance.json. Do not edit.\n\nexport const TABLE: unknown = ${table.trim()};\n`,
);
const { exitCode } = Bun.spawnSync(['bun', 'x', '--no-install', 'biome', 'format', '--write', INTO], {
  stderr: 'inherit',
});
process.exitCode = exitCode;
