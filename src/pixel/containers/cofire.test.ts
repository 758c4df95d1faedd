/** Which tags fire together, and which ids a table gives: containers that were made to lead the comparison astray. */
import { describe, expect, test } from 'bun:test';
import { containerFacts } from './container-facts.ts';

const SHOP = { host: 'a.example', pages: { home: 'https://a.example/', product: 'https://a.example/products/x' } };
const EVENT = { function: '__e' };
const on = (event: string) => ({ function: '_eq', arg0: ['macro', 0], arg1: event });
const about = (macro: number, operator: string, text: string) => ({
  function: operator,
  arg0: ['macro', macro],
  arg1: text,
});
const PATH = { function: '__u', vtp_component: 'PATH' };
const HOST = { function: '__u', vtp_component: 'HOST' };
const sends = (name: string, more: object = {}) => ({
  function: '__gaawe',
  vtp_eventName: name,
  vtp_measurementIdOverride: 'G-ABCDE12345',
  ...more,
});
const config = (id: unknown) => ({ function: '__googtag', vtp_tagId: id });

function factsOf(resource: { macros?: object[]; tags: object[]; predicates: object[]; rules: unknown[] }) {
  const whole = { version: '1', ...resource, macros: [EVENT, ...(resource.macros ?? [])] };
  const text = `{"resource":${JSON.stringify(whole)}}`;
  return containerFacts(text, { kind: 'gtm', id: 'GTM-ABC1234', url: 'https://a.example/gtm.js' }, SHOP);
}
const doubles = (resource: Parameters<typeof factsOf>[0]) =>
  factsOf(resource).flatMap((fact) => (fact.kind === 'cofire' ? [`${fact.effect}, ${fact.grade}, ${fact.when}`] : []));
const ids = (resource: Parameters<typeof factsOf>[0]) =>
  factsOf(resource).flatMap((fact) => (fact.kind === 'tag' ? [[fact.id, fact.condition?.here]] : []));

describe('two tags with one event', () => {
  const two = [sends('x'), sends('x')];

  test('are no double if one is blocked exactly where the other fires', () => {
    const predicates = [on('gtm.js'), about(1, '_cn', '/thanks')];
    const rules = [
      [
        ['if', 0],
        ['add', 0],
      ],
      [
        ['if', 0, 1],
        ['add', 1],
        ['block', 0],
      ],
    ];
    expect(doubles({ macros: [PATH], tags: two, predicates, rules })).toEqual([]);
  });

  test('are no double on two different paths, and a possible one where both parts may be in the path', () => {
    const rules = [
      [
        ['if', 0, 1],
        ['add', 0],
      ],
      [
        ['if', 0, 2],
        ['add', 1],
      ],
    ];
    const at = (operator: string, one: string, other: string) =>
      doubles({
        macros: [PATH],
        tags: two,
        predicates: [on('gtm.js'), about(1, operator, one), about(1, operator, other)],
        rules,
      });
    expect(at('_eq', '/a', '/b')).toEqual([]);
    expect(at('_sw', '/a', '/b')).toEqual([]);
    expect(at('_cn', '/a', '/b')).toEqual(['event x, perhaps, where the path contains /a and the path contains /b']);
    expect(at('_cn', '/a', '/a')).toEqual(['event x, some, where the path contains /a']);
    // A known page of the shop meets both.
    expect(at('_cn', '/products', '/x')).toEqual([
      'event x, some, where the path contains /products and the path contains /x',
    ]);
  });

  test('are no double if one is for another host', () => {
    const predicates = [on('gtm.js'), about(1, '_eq', 'b.example')];
    const rules = [
      [
        ['if', 0, 1],
        ['add', 0],
      ],
      [
        ['if', 0],
        ['add', 1],
      ],
    ];
    expect(doubles({ macros: [HOST], tags: two, predicates, rules })).toEqual([]);
  });

  test('one on load and one on an event of its own are a possible double, but a change of the history is another page', () => {
    const rules = [
      [
        ['if', 0],
        ['add', 0],
      ],
      [
        ['if', 1],
        ['add', 1],
      ],
    ];
    const with_ = (event: string) => doubles({ tags: two, predicates: [on('gtm.js'), on(event)], rules });
    expect(with_('own')).toEqual(['event x, perhaps, on pages where the events of both happen']);
    expect(with_('gtm.historyChange')).toEqual([]);
    expect(with_('gtm.load')).toEqual(['event x, always, on every page']);
  });

  test('are no double for one order', () => {
    const conversion = (order: unknown) => ({
      function: '__awct',
      vtp_conversionId: '123456789',
      vtp_conversionLabel: 'a',
      vtp_orderId: order,
    });
    const rules = [
      [
        ['if', 0],
        ['add', 0, 1],
      ],
    ];
    const with_ = (order: unknown) =>
      doubles({
        macros: [{ function: '__v', vtp_name: 'order' }],
        tags: [conversion(order), conversion(order)],
        predicates: [on('done')],
        rules,
      });
    expect(with_(['macro', 1])).toEqual([]);
    expect(with_('')).toEqual(['conversion a, always, on the event done']);
  });
});

test('one tag on two events of a page load sends twice, unless it fires once a page', () => {
  const predicates = [on('gtm.js'), on('gtm.load')];
  const rules = [
    [
      ['if', 0],
      ['add', 0],
    ],
    [
      ['if', 1],
      ['add', 0],
    ],
  ];
  expect(doubles({ tags: [sends('x')], predicates, rules })).toEqual(['event x, always, on every page']);
  expect(doubles({ tags: [sends('x', { once_per_load: true })], predicates, rules })).toEqual([]);
});

test('a second configuration sends nothing again, however it is configured', () => {
  const rules = [
    [
      ['if', 0],
      ['add', 0, 1],
    ],
  ];
  const older = { function: '__gaawc', vtp_measurementId: 'G-ABCDE12345', vtp_sendPageView: true };
  expect(doubles({ tags: [config('G-ABCDE12345'), older], predicates: [on('gtm.js')], rules })).toEqual([]);
  const byTag = { function: '__gaawe', vtp_eventName: 'page_view', vtp_measurementId: ['tag', 0] };
  expect(doubles({ tags: [older, byTag], predicates: [on('gtm.js')], rules })).toEqual([
    'page view, always, on every page',
  ]);
});

test('events for an id that may be another one are only possible', () => {
  const macros = [
    { function: '__k', vtp_name: 'market' },
    { function: '__smm', vtp_input: ['macro', 1], vtp_map: ['list', ['map', 'key', 'de', 'value', 'G-ABCDE12345']] },
  ];
  const tag = sends('x', { vtp_measurementIdOverride: ['macro', 2] });
  const resource = {
    macros,
    tags: [tag, tag],
    predicates: [on('gtm.js')],
    rules: [
      [
        ['if', 0],
        ['add', 0, 1],
      ],
    ],
  };
  const events = factsOf(resource).filter((fact) => fact.kind === 'event');
  expect(events.map(({ firing }) => [firing?.onLoad, firing?.when])).toEqual(
    Array(2).fill(['perhaps', 'on every page, where the cookie market is de']),
  );
  expect(doubles(resource)).toEqual(['event x, perhaps, on every page']);
});

describe('an id', () => {
  const predicates = [on('gtm.js')];
  const rules = [
    [
      ['if', 0],
      ['add', 0],
    ],
  ];

  test('in a table on the host, inside one on the debug flag, is the one of this shop', () => {
    const macros = [
      HOST,
      { function: '__dbg' },
      {
        function: '__smm',
        vtp_input: ['macro', 2],
        vtp_map: ['list', ['map', 'key', 'true', 'value', 'G-DEBUG12345']],
        vtp_defaultValue: ['macro', 4],
      },
      {
        function: '__remm',
        vtp_input: ['macro', 1],
        vtp_fullMatch: true,
        vtp_ignoreCase: true,
        vtp_map: [
          'list',
          ['map', 'key', '(www\\.)?A\\.EXAMPLE', 'value', 'G-HERE123456'],
          ['map', 'key', '.*', 'value', 'G-ELSE123456'],
        ],
      },
    ];
    expect(ids({ macros, tags: [config(['macro', 3])], predicates, rules })).toEqual([
      ['G-HERE123456', true],
      ['G-ELSE123456', false],
    ]);
  });

  test('in a table on something unknown may be any, and replaced groups are filled in', () => {
    const table = (input: number, replaces: boolean) => ({
      function: '__remm',
      vtp_input: ['macro', input],
      vtp_replaceAfterMatch: replaces,
      vtp_map: ['list', ['map', 'key', '^(.)\\.example$', 'value', 'G-$1BCDE12345']],
      vtp_defaultValue: 'G-OTHER12345',
    });
    const cookie = { function: '__k', vtp_name: 'id' };
    expect(
      ids({ macros: [cookie, table(1, false)], tags: [config(['macro', 2])], predicates, rules }).map(
        ([, here]) => here,
      ),
    ).toEqual(['unknown']);
    expect(ids({ macros: [HOST, table(1, true)], tags: [config(['macro', 2])], predicates, rules })[0]).toEqual([
      'G-aBCDE12345',
      true,
    ]);
  });

  test('of a function that only returns it is read, and of any other is unknown', () => {
    const code = (text: string) =>
      ids({
        macros: [{ function: '__jsm', vtp_javascript: ['template', text] }],
        tags: [config(['macro', 1])],
        predicates,
        rules,
      });
    expect(code('(function(){return "G-ABCDE12345"})();')).toEqual([['G-ABCDE12345', undefined]]);
    expect(code('(function(){return "G-"+document.title})();')).toEqual([]);
  });
});
