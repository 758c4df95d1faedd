/**
 * Every regular expression that can meet a stranger's text is linear. A quadratic one stops the service, and an exponential one ends
 * after half a second with a wrong `false`: a hostile page could turn a rule off.
 */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { checkSync } from 'recheck/lib/browser.js';
import { BOUNDED } from './bounded.ts';
import { type Expression, findExpressions } from './find-expressions.ts';

const ROOT = join(import.meta.dir, '../../..');
/** Rooms that read what a stranger wrote. The others read settings, arguments of the operator and what Portside stored. */
const ROOMS = 'src/{pixel,tariff,entry,http,api,web,keys,limits,domain,isolation}/**/*.{ts,tsx}';
/** Parsers of dependencies that get a stranger's text. */
const DEPENDENCIES = [
  'htmlparser2/dist/Tokenizer.js',
  'htmlparser2/dist/Parser.js',
  'entities/dist/decode.js',
  'csv-parse/lib/api/*.js',
  'linebreak/src/*.js',
  'bidi-js/src/*.js',
];
/** Expressions that are built at run time, by the file that builds them. Metric labels are built from our own names. */
const BUILT: Record<string, RegExp | 'own text'> = {
  'src/http/metrics/request-metrics.ts': 'own text',
  'src/entry/issue/joining-types.ts': 'own text',
  'src/entry/pdf/scripts.ts': 'own text',
  'src/entry/registry/learned-parties.ts': 'own text',
};
/** Turns our own Markdown files into pages when the program starts. */
const OWN_FILES = 'src/web/guides/';
const CHECK_MS = 20_000;

const bounded = new Map(BOUNDED.map((entry) => [entry.pattern, entry]));

async function expressionsOf(glob: string, folder: string): Promise<Expression[]> {
  const files = [...new Bun.Glob(glob).scanSync({ cwd: folder })]
    .filter((file) => !/\.test\.|\.client\./.test(file) && !file.startsWith(OWN_FILES))
    .sort();
  const found = await Promise.all(
    files.map(async (file) => findExpressions(file, await Bun.file(join(folder, file)).text())),
  );
  return found.flat();
}

/** What is wrong with an expression. Undefined if it is proved linear. */
function faultOf(pattern: string, flags: string): string | undefined {
  const { status, error } = checkSync(pattern, flags.replace('d', ''), { timeout: CHECK_MS });
  return status === 'safe' ? undefined : `${status} ${error?.kind ?? ''}`.trim();
}

const found = [...(await expressionsOf(ROOMS, ROOT))];
for (const glob of DEPENDENCIES) found.push(...(await expressionsOf(glob, join(ROOT, 'node_modules'))));

test('every expression over the text of a stranger is proved linear, or listed with its bound', () => {
  expect(found.length).toBeGreaterThan(200);
  const verdicts = new Map<string, string | undefined>();
  const faults = found.flatMap(({ file, line, pattern, flags }) => {
    const built = pattern === undefined ? BUILT[file] : undefined;
    if (built === 'own text') return [];
    if (pattern === undefined && !built) return [`${file}:${line} is built at run time. Add it to BUILT.`];
    const [source, its] = built ? [built.source, built.flags] : [pattern!, flags];
    if (bounded.has(source)) return [];
    const key = `${source}/${its}`;
    if (!verdicts.has(key)) verdicts.set(key, faultOf(source, its));
    const fault = verdicts.get(key);
    return fault ? [`${file}:${line} /${key}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
}, 600_000);

test('each listed expression is still in the source', () => {
  const patterns = new Set(found.map(({ pattern }) => pattern));
  expect(BOUNDED.filter(({ pattern }) => !patterns.has(pattern)).map(({ pattern }) => pattern)).toEqual([]);
});

test('quadratic, exponential and built expressions are found', () => {
  const source = `const a = /[^x]+@[^x]+/; // /^(a+)+$/\nconst b = new RegExp('^(a|a)*$', 'i'); RegExp(name + 'x'); const c = new RegExp(a);`;
  const [mail, built, unknown, ...more] = findExpressions('a.ts', source);
  expect(more).toEqual([]);
  expect(faultOf(mail!.pattern!, mail!.flags)).toBe('vulnerable');
  expect(built).toMatchObject({ pattern: '^(a|a)*$', flags: 'i' });
  expect(faultOf(built!.pattern!, '')).toBe('vulnerable');
  expect(unknown).toMatchObject({ line: 2, pattern: undefined });
});
