import { describe, expect, test } from 'bun:test';
import { runs, seededRandom } from '../../../../test/support/seed.ts';
import { PortsideError } from '../../../domain/errors.ts';
import { readJsonBody } from './json-body.ts';

const read = async (text: string) => {
  const { rows, fields } = await readJsonBody(Buffer.from(text), 'rows');
  return { rows: Buffer.from(rows).toString(), fields };
};
const refusal = (text: string): Promise<[string, string | undefined]> =>
  read(text).then(
    ({ rows }) => ['accepted', rows],
    (error: PortsideError) => {
      if (!(error instanceof PortsideError)) throw error;
      return [error.code, error.details?.[0]?.path];
    },
  );

test.each([
  ['{"rows":[]}', '[]', {}],
  ['\ufeff {\n"rows" : [ 1 ] ,\t"a" : "b" }\r\n', '[ 1 ]', { a: 'b' }],
  [
    '{"a":true,"rows":[{"x":"]}\\"[{"}],"b":{"c":[1,"}"]},"d":-1.5E+3,"e":null}',
    '[{"x":"]}\\"[{"}]',
    { a: true, b: { c: [1, '}'] }, d: -1500, e: null },
  ],
  ['{"r\\u006fws":["\\\\"]}', '["\\\\"]', {}],
  ['{"":1,"rows":[[[[]]]]}', '[[[[]]]]', { '': 1 }],
])('%j is taken apart', async (text, rows, fields) => {
  expect(await read(text)).toEqual({ rows, fields });
});

test('a field with the name of something every object has is a field', async () => {
  const { fields } = await read('{"__proto__":{"polluted":1},"constructor":2,"rows":[]}');
  expect(Object.entries(fields)).toEqual([
    ['__proto__', { polluted: 1 }],
    ['constructor', 2],
  ]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

describe('refused', () => {
  test.each([
    ...[
      '',
      ' ',
      '"a"',
      'null',
      '1',
      '{',
      '{"',
      '{"rows"',
      '{"rows":[',
      '{"rows":["',
      '{"rows":["\\"]',
      '{"rows":[]',
      '{"rows":[],',
    ],
    ...[
      '{"rows":[]}}',
      '{"rows":[]} x',
      '{"rows":[],}',
      '{,"rows":[]}',
      '{rows:[]}',
      "{'rows':[]}",
      '{"a" 1,"rows":[]}',
      '{"a":,"rows":[]}',
    ],
    ...[
      '{"a":tru,"rows":[]}',
      '{"a":1 2,"rows":[]}',
      '{"a":+1,"rows":[]}',
      '{"a":\u0000,"rows":[]}',
      '{"a":[},"rows":[]}',
      '{"a\u0001":1,"rows":[]}',
    ],
    '\ufeff\ufeff{"rows":[]}',
  ])('%j is not JSON', async (text) => {
    expect(await refusal(text)).toEqual(['invalid_json', undefined]);
  });

  test.each([
    ['[]', ''],
    ['{}', '/rows'],
    ['{"a":1}', '/rows'],
    ['{"rows":{}}', '/rows'],
    ['{"rows":"[]"}', '/rows'],
    ['{"rows":null}', '/rows'],
    ['{"rows":[],"rows":[]}', '/rows'],
    ['{"rows":[],"r\\u006fws":[]}', '/rows'],
    ['{"a":1,"a":2,"rows":[]}', '/a'],
    [`{"a":"${'x'.repeat(70_000)}","rows":[]}`, ''],
    [`{"${'x'.repeat(70_000)}":1,"rows":[]}`, ''],
    [`{${Array.from({ length: 200 }, (_, i) => `"f${i}":1`).join()},"rows":[]}`, ''],
  ])('%.40s is not a job', async (text, path) => {
    expect(await refusal(text)).toEqual(['invalid_request', path]);
  });
});

test('every text that JSON.parse takes is taken apart alike, and nothing that it refuses gets past, whatever the rows hold', async () => {
  const fields = [
    '"a":1',
    '"b":[1,"}"]',
    '"c":{"d":"\\""}',
    ' "e" : true ',
    '"rows":[1]',
    '"rows":["]"]',
    '"f":-',
    '"g"',
    ':1',
    '',
    '{}',
  ];
  const ends = ['}', '}', '}', '}', '}}', ']', '', '} '];
  let accepted = 0;
  const random = seededRandom('JSON bodies');
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)]!;
  for (let i = 0; i < runs(1_000, 20_000); i++) {
    const length = 1 + Math.floor(random() * 4);
    const text = `{${Array.from({ length }, () => pick(fields)).join(',')}${pick(ends)}`;
    const parsed = tryParse(text) as { rows?: unknown } | undefined;
    const [outcome] = await refusal(text);
    const isJob = parsed !== undefined && Array.isArray(parsed?.rows);
    if (outcome === 'accepted') {
      accepted++;
      const { rows, fields } = await read(text);
      // The rows are parsed later. Everything around them is JSON.
      const around = tryParse(text.replace(rows, '[]')) as object;
      expect({ ...around, rows: [] }).toEqual({ ...fields, rows: [] });
    } else if (isJob) {
      // Only a field that is given twice may be refused although it is JSON.
      expect([text, outcome]).toEqual([text, 'invalid_request']);
    }
  }
  expect(accepted).toBeGreaterThan(runs(20, 500));
});

test('deep nesting and a body of 32 MB take one pass', async () => {
  const deep = '['.repeat(2_000_000) + ']'.repeat(2_000_000);
  expect((await read(`{"rows":${deep}}`)).rows).toHaveLength(deep.length);
  expect(await refusal(`{"rows":${'['.repeat(2_000_000)}`)).toEqual(['invalid_json', undefined]);
  const quotes = `"${'\\"'.repeat(4_000_000)}"`;
  expect((await read(`{"rows":[${quotes}]}`)).rows).toHaveLength(quotes.length + 2);
  const escaped = `"${'\\\\'.repeat(4_000_000)}"`;
  expect((await read(`{"rows":[${escaped}]}`)).rows).toHaveLength(escaped.length + 2);
});

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
