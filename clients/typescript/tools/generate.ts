/**
 * Writes `src/generated/`, which is not committed: the types of every operation and the fields that its answers have, from the three OpenAPI
 * documents, and the table of cases for the fake of `@portside/client/testing`. `bun run generate` installs what it needs and runs it.
 */
import { join } from 'node:path';
import openapiTypeScript, { astToString } from 'openapi-typescript';

const OUT = join(import.meta.dir, '../src/generated');
const DOCUMENTS = join(import.meta.dir, '../../../test/golden');
const TABLE = join(import.meta.dir, '../../go/portsidetest/conformance.json');
const VERSIONS = { v0: 'openapi-v0.json', v1: 'openapi-v1.yaml', v2: 'openapi-v2.json' } as const;
export type Version = keyof typeof VERSIONS;

export function readDocument(version: Version): Promise<string> {
  return Bun.file(join(DOCUMENTS, VERSIONS[version])).text();
}

/** The TypeScript of a document, as text. @param document parsed, or the text of a file */
export async function typesOf(document: object | string): Promise<string> {
  return astToString(await openapiTypeScript(document as string, { alphabetize: true, exportType: true }));
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

/** The text of `required.ts`, for all versions. */
function requiredText(documents: readonly string[]): string {
  const all = documents.flatMap((document) => Object.entries(requiredFields(Bun.YAML.parse(document) as Document)));
  const rows = all.filter(([, names]) => names.length > 0).map(([id, names]) => `  ${id}: '${names.join(' ')}',\n`);
  return `/** The fields that every answer of an operation has. An answer without one is refused. */
export const REQUIRED: Readonly<Record<string, string>> = {
${rows.sort().join('')}};
`;
}

/** Writes only what differs, because a test may be reading the file. */
async function write(name: string, text: string): Promise<void> {
  const file = Bun.file(join(OUT, name));
  const whole = `// Written by tools/generate.ts. Do not edit.\n\n${text}`;
  if (!(await file.exists()) || (await file.text()) !== whole) await Bun.write(file, whole);
}

if (import.meta.main) {
  const versions = Object.keys(VERSIONS) as Version[];
  const documents = await Promise.all(versions.map(readDocument));
  for (const [at, version] of versions.entries()) await write(`${version}.ts`, await typesOf(documents[at]!));
  await write('required.ts', requiredText(documents));
  await write('table.ts', `export const TABLE: unknown = ${await Bun.file(TABLE).text()};\n`);
}
