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
  const types = await plainTypesOf(document);
  return formatted(`// Written by tools/generate.ts from the OpenAPI document of the server. Do not edit.\n\n${types}`);
}

/** As `typesOf`, not formatted. */
export async function plainTypesOf(document: object | string): Promise<string> {
  return astToString(await openapiTypeScript(document as string, { alphabetize: true, exportType: true }));
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

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  required?: string[];
}
interface Answer {
  content?: Record<string, { schema?: Schema }>;
}
export interface Document {
  paths: Record<string, Record<string, { operationId?: string; responses?: Record<string, Answer> }>>;
  components?: { schemas?: Record<string, Schema> };
}

/** The fields that every successful answer of an operation has, by the id of the operation. */
export function requiredFields({ paths, components }: Document): Record<string, string[]> {
  const fieldsOf = (schema: Schema): string[] => {
    const named = schema.$ref && components?.schemas?.[schema.$ref.split('/').at(-1)!];
    const parts = [...(named ? [named] : []), ...(schema.allOf ?? [])];
    return [...(schema.required ?? []), ...parts.flatMap(fieldsOf)];
  };
  const found: Record<string, string[]> = {};
  for (const { operationId, responses = {} } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const schemas = Object.entries(responses)
      .filter(([status]) => /^20[012]$/.test(status))
      .flatMap(([, { content }]) => content?.['application/json']?.schema ?? []);
    if (!operationId || schemas.length === 0) continue;
    const [first = [], ...others] = schemas.map(fieldsOf);
    found[operationId] = first.filter((name) => others.every((names) => names.includes(name))).sort();
  }
  return found;
}

/** `required.ts`: the fields of all versions. */
export async function requiredText(documents: readonly string[]): Promise<string> {
  const fields = documents.map((document) => requiredFields(Bun.YAML.parse(document) as Document));
  const all = Object.assign({}, ...fields) as Record<string, string[]>;
  const rows = Object.entries(all)
    .filter(([, names]) => names.length > 0)
    .map(([id, names]) => `  ${id}: '${names.join(' ')}',`);
  return formatted(
    `// Written by tools/generate.ts from the OpenAPI documents of the server. Do not edit.

/** The fields that every answer of an operation has. An answer without one is refused. */
export const REQUIRED: Readonly<Record<string, string>> = {
${rows.sort().join('\n')}
};
`,
  );
}

/** The file that holds the types of a version. */
export function typesFile(version: Version): string {
  return fileURLToPath(new URL(`${version}.ts`, OUT));
}

export const REQUIRED_FILE = fileURLToPath(new URL('required.ts', OUT));

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  const versions = Object.keys(VERSIONS) as Version[];
  const documents = await Promise.all(versions.map(readDocument));
  const files: [path: string, text: string][] = [[REQUIRED_FILE, await requiredText(documents)]];
  for (const [at, version] of versions.entries()) files.push([typesFile(version), await typesOf(documents[at]!)]);
  for (const [path, text] of files) {
    if (!isCheck) await Bun.write(path, text);
    else if (text !== (await Bun.file(path).text())) {
      process.stderr.write(`${path} differs from the documents. Run: bun run generate\n`);
      process.exitCode = 1;
    }
  }
}
