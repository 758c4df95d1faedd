/** Random small containers against a second evaluator, which follows the description of Google's own step by step. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Effort } from '../../domain/effort.ts';
import { Firings } from './firing.ts';
import { solve } from './formula.ts';
import { containerOf } from './resource.ts';

type Json = string | number | boolean | Json[] | { [key: string]: Json };
interface Predicate {
  function: string;
  arg0: Json;
  arg1: Json;
  any_of?: boolean;
  ignore_case?: boolean;
}
interface Small {
  tags: Record<string, Json>[];
  predicates: Predicate[];
  rules: [string, ...number[]][][];
}

const MACROS: Record<string, Json>[] = [
  { function: '__e' },
  { function: '__u', vtp_component: 'PATH' },
  { function: '__u', vtp_component: 'HOST' },
  { function: '__u', vtp_component: 'QUERY', vtp_queryKey: 'q' },
  { function: '__c', vtp_value: 'a' },
  {
    function: '__smm',
    vtp_input: ['macro', 1],
    vtp_map: ['list', ['map', 'key', '/a', 'value', 'a'], ['map', 'key', '/b', 'value', ['macro', 2]]],
    vtp_defaultValue: 'b',
  },
  {
    function: '__remm',
    vtp_input: ['macro', 1],
    vtp_map: ['list', ['map', 'key', '^/A', 'value', 'a'], ['map', 'key', 'b$', 'value', 'b']],
    vtp_ignoreCase: true,
  },
  { function: '__c', vtp_value: ['template', 'x', ['macro', 7], ['macro', 4]] },
  { function: '__dbg' },
  { function: '__k', vtp_name: 'one' },
  { function: '__k', vtp_name: 'two' },
];
const FIRST_COOKIE = 9;
/** What the cookies may hold. */
const COOKIES = ['', 'a', 'b', 'ab'];
const TEXTS = ['', 'a', 'b', '/a', '/b', 'ab', 'x.example', 'gtm.js', 'lead', '1', '[', '^/|b', '.*', 'A'];
const EVENTS = ['gtm.js', 'gtm.dom', 'lead'];
const PAGES = ['https://x.example/a', 'https://y.example/b?q=a', 'https://x.example/?q=b'];

function generator(withCookies: boolean): fc.Arbitrary<Small> {
  const macro = fc
    .integer({ min: 0, max: withCookies ? MACROS.length - 1 : FIRST_COOKIE - 1 })
    .map((i) => ['macro', i]);
  const text = fc.constantFrom(...TEXTS);
  const operator = fc.constantFrom('_eq', '_cn', '_sw', '_ew', '_re', '_lc', '_gt', '_le', '_none');
  const plain: fc.Arbitrary<Predicate> = fc.record({ function: operator, arg0: macro, arg1: text });
  const predicate = fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 4, arbitrary: text.map((name) => ({ function: '_eq', arg0: ['macro', 0], arg1: name })) },
    { weight: 1, arbitrary: plain.map((one) => ({ ...one, function: '_re', ignore_case: true })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(plain, fc.array(text, { maxLength: 3 }))
        .map(([one, list]) => ({ ...one, arg1: ['list', ...list], any_of: true })),
    },
    // The library cannot evaluate these.
    {
      weight: 1,
      arbitrary: fc.constantFrom<Predicate>(
        { function: '_eq', arg0: ['tag', 99], arg1: 'a' },
        { function: '_eq', arg0: 'a', arg1: ['what'] },
      ),
    },
  );
  const tag = fc.record(
    {
      function: fc.constantFrom('__html', '__html', '__html', '__paused'),
      setup_tags: fc.integer({ min: 0, max: 3 }).map((i) => ['list', ['tag', i, 0]]),
      teardown_tags: fc.integer({ min: 0, max: 3 }).map((i) => ['list', ['tag', i, 0]]),
    },
    { requiredKeys: ['function'] },
  );
  const indexes = (kind: string, max: number, least = 0) =>
    fc
      .uniqueArray(fc.integer({ min: 0, max }), { minLength: least, maxLength: 3 })
      .map((list) => [kind, ...list] as [string, ...number[]]);
  const rule = fc.tuple(indexes('if', 6), indexes('unless', 6), indexes('add', 3), indexes('block', 3));
  return fc.record({
    tags: fc.array(tag, { minLength: 4, maxLength: 4 }) as fc.Arbitrary<Record<string, Json>[]>,
    // One index that rules may name is not there.
    predicates: fc.array(predicate, { minLength: 6, maxLength: 6 }) as fc.Arbitrary<Predicate[]>,
    rules: fc.array(rule, { minLength: 1, maxLength: 5 }),
  });
}

/** The value of a variable, as in a browser with these cookies. */
function valueIn(value: Json, page: URL, event: string, cookies: string[], open: number[] = []): unknown {
  if (!Array.isArray(value)) return value;
  const [kind, ...parts] = value;
  const read = (part: Json) => valueIn(part, page, event, cookies, open);
  if (kind === 'list') return parts.map(read);
  if (kind === 'template') return parts.map((part) => read(part) ?? '').join('');
  if (kind === 'tag' && parts[0] !== 99) return parts[0];
  if (kind !== 'macro') throw new Error('failed');
  const index = parts[0] as number;
  if (open.includes(index)) return undefined;
  const macro = MACROS[index]!;
  const inner = (part: Json) => valueIn(part, page, event, cookies, [...open, index]);
  if (index >= FIRST_COOKIE) return cookies[index - FIRST_COOKIE];
  switch (macro.function) {
    case '__e':
      return event;
    case '__dbg':
      return false;
    case '__c':
      return inner(macro.vtp_value!);
    case '__u':
      if (macro.vtp_component === 'PATH') return page.pathname;
      if (macro.vtp_component === 'HOST') return page.hostname;
      return page.searchParams.get('q') ?? undefined;
    default: {
      const input = String(inner(macro.vtp_input!));
      const rows = (macro.vtp_map as Json[]).slice(1) as Json[][];
      const hit = rows.find((row) =>
        macro.function === '__smm' ? row[2] === input : new RegExp(row[2] as string, 'i').test(input),
      );
      return hit ? inner(hit[4]!) : macro.vtp_defaultValue;
    }
  }
}

function compare(operator: string, left: unknown, right: unknown, ignoreCase: boolean): boolean {
  const [a, b] = [String(left), String(right)];
  switch (operator) {
    case '_eq':
      return a === b;
    case '_cn':
      return a.includes(b);
    case '_sw':
      return a.startsWith(b);
    case '_ew':
      return a.endsWith(b);
    case '_lc':
      return a.split(',').includes(b);
    case '_gt':
      return Number(left) > Number(right);
    case '_le':
      return Number(left) <= Number(right);
    case '_re':
      try {
        return new RegExp(b, ignoreCase ? 'i' : '').test(a);
      } catch {
        return false;
      }
    default:
      return false;
  }
}

/** The tags that fire, in words of the description: rules mark tags, then tags bring others along. */
function firedBy({ tags, predicates, rules }: Small, page: URL, event: string, cookies: string[]): boolean[] {
  const truth = (index: number): boolean | 'failed' => {
    const predicate = predicates[index];
    if (!predicate) return false;
    try {
      const left = valueIn(predicate.arg0, page, event, cookies);
      const right = valueIn(predicate.arg1, page, event, cookies);
      const rights = predicate.any_of && Array.isArray(right) ? right : [right];
      return rights.some((one) => compare(predicate.function, left, one, predicate.ignore_case === true));
    } catch {
      return 'failed';
    }
  };
  const added = new Set<number>();
  const blocked = new Set<number>();
  for (const rule of rules) {
    const {
      if: ifs = [],
      unless = [],
      add = [],
      block = [],
    } = Object.fromEntries(rule.map(([kind, ...list]) => [kind, list]));
    let holds: boolean | 'undecided' = true;
    for (const [index, wanted] of [...ifs.map((i) => [i, true] as const), ...unless.map((i) => [i, false] as const)]) {
      const found = truth(index);
      if (found === wanted) continue;
      holds = found === 'failed' ? 'undecided' : false;
      break;
    }
    if (holds === true) for (const tag of add) added.add(tag);
    if (holds !== false) for (const tag of block) blocked.add(tag);
  }
  const fired = tags.map(() => false);
  const run = (tag: number): void => {
    if (fired[tag] || !tags[tag] || tags[tag].function === '__paused') return;
    fired[tag] = true;
    for (const key of ['setup_tags', 'teardown_tags']) {
      const list = tags[tag][key] as [string, [string, number, number]] | undefined;
      if (list) run(list[1][1]);
    }
  };
  for (const tag of added) if (!blocked.has(tag)) run(tag);
  return fired;
}

function answers(small: Small, page: string, event: string): string[] {
  const resource = { version: '1', macros: MACROS, ...small };
  const container = containerOf(`{"resource":${JSON.stringify(resource)}}`, new Effort())!;
  const effort = new Effort();
  const firings = new Firings(container, effort);
  const situation = firings.at({ url: new URL(page) }, event);
  return small.tags.map((_, tag) => solve([firings.formula(tag, situation)], effort).answer);
}

test('what is known is decided exactly as the library does', () => {
  fc.assert(
    fc.property(generator(false), fc.constantFrom(...PAGES), fc.constantFrom(...EVENTS), (small, page, event) => {
      const expected = firedBy(small, new URL(page), event, []).map((fires) => (fires ? 'yes' : 'no'));
      expect(answers(small, page, event)).toEqual(expected);
    }),
    { numRuns: 1500 },
  );
});

test('what is unknown is never taken for known: each value that a visitor may have is within the answer', () => {
  const counts = { yes: 0, no: 0, perhaps: 0 };
  fc.assert(
    fc.property(generator(true), fc.constantFrom(...PAGES), fc.constantFrom(...EVENTS), (small, page, event) => {
      const found = answers(small, page, event) as (keyof typeof counts)[];
      const outcomes = COOKIES.flatMap((one) => COOKIES.map((two) => firedBy(small, new URL(page), event, [one, two])));
      for (const [tag, answer] of found.entries()) {
        counts[answer]++;
        const seen = new Set(outcomes.map((fired) => fired[tag]));
        if (answer === 'yes') expect(seen).toEqual(new Set([true]));
        if (answer === 'no') expect(seen).toEqual(new Set([false]));
      }
    }),
    { numRuns: 800 },
  );
  // All three answers occur, so that none is tested by chance only.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10);
});
