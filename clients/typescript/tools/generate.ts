/**
 * Writes the types of every operation from the three OpenAPI documents: `bun run generate`. `--check` writes nothing, and fails if a
 * document and its types differ.
 */
import { fileURLToPath } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';

const DOCUMENTS = new URL('../../../test/golden/', import.meta.url);
const OUT = new URL('../src/generated/', import.meta.url);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const VERSIONS = { v0: 'openapi-v0.json', v1: 'openapi-v1.yaml', v2: 'openapi-v2.json' } as const;
export type Version = keyof typeof VERSIONS;

/** The TypeScript of a document, as text. @param document parsed, or the text of a file */
export async function typesOf(document: object | string): Promise<string> {
  const nodes = await openapiTypeScript(document as string, { alphabetize: true, exportType: true });
  return formatted(
    `// Written by tools/generate.ts from the OpenAPI document of the server. Do not edit.\n\n${astToString(nodes)}`,
  );
}

/** As the formatter of this repository leaves it, so that formatting everything does not change the types. */
async function formatted(text: string): Promise<string> {
  const command = [
    'bun',
    'x',
    '--no-install',
    'biome',
    'format',
    '--stdin-file-path=clients/typescript/src/generated/v0.ts',
  ];
  const child = Bun.spawn(command, { cwd: ROOT, stdin: new Blob([text]), stdout: 'pipe', stderr: 'pipe' });
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(`biome: ${errors}`);
  return out;
}

export function readDocument(version: Version): Promise<string> {
  return Bun.file(fileURLToPath(new URL(VERSIONS[version], DOCUMENTS))).text();
}

/** The file that holds the types of a version. */
export function typesFile(version: Version): string {
  return fileURLToPath(new URL(`${version}.ts`, OUT));
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const version of Object.keys(VERSIONS) as Version[]) {
    const types = await typesOf(await readDocument(version));
    if (!isCheck) await Bun.write(typesFile(version), types);
    else if (types !== (await Bun.file(typesFile(version)).text())) {
      process.stderr.write(`The types of ${version} differ from its document. Run: bun run generate\n`);
      process.exitCode = 1;
    }
  }
}
