import { describe, expect, test } from 'bun:test';
import { firingsOn } from '../../../test/support/container-visit.ts';
import { Effort } from '../../domain/effort.ts';
import { solve } from './formula.ts';
import { containerOf } from './resource.ts';

/** A container as Google serves it, with `__e` and the path as its first variables. */
function container(resource: object) {
  const whole = {
    version: '1',
    macros: [{ function: '__e' }, { function: '__u', vtp_component: 'PATH' }],
    ...resource,
  };
  return containerOf(`var data = {"resource": ${JSON.stringify(whole)},"runtime":[]};`, new Effort())!;
}

const EVENT = ['macro', 0];
const PATH = ['macro', 1];
const LOADED = { function: '_eq', arg0: EVENT, arg1: 'gtm.js' };
const html = (id: number, more: object = {}) => ({ function: '__html', tag_id: id, vtp_html: '', ...more });

function fired(resource: object, url = 'https://case.example/thank-you', events?: string[]) {
  return firingsOn(container(resource), { url, events }).map(({ tag, fires, times }) => [
    tag.id,
    fires,
    times.min,
    times.max,
  ]);
}

describe('a container tag', () => {
  test('fires where its rule holds', () => {
    const resource = {
      tags: [html(1), html(2), html(3)],
      predicates: [LOADED, { function: '_cn', arg0: PATH, arg1: '/thank-you' }],
      rules: [
        [
          ['if', 0],
          ['add', 0],
        ],
        [
          ['if', 0, 1],
          ['add', 1],
        ],
        [
          ['if', 0],
          ['unless', 1],
          ['add', 2],
        ],
      ],
    };
    expect(fired(resource)).toEqual([
      ['1', 'yes', 1, 1],
      ['2', 'yes', 1, 1],
      ['3', 'no', 0, 0],
    ]);
    expect(fired(resource, 'https://case.example/')).toEqual([
      ['1', 'yes', 1, 1],
      ['2', 'no', 0, 0],
      ['3', 'yes', 1, 1],
    ]);
  });

  test('does not fire if a rule blocks it, whatever the order, also if that rule is undecided', () => {
    const resource = {
      tags: [html(1), html(2), html(3)],
      // The second predicate fails in Google's library: it names a tag that is not there.
      predicates: [
        LOADED,
        { function: '_eq', arg0: ['tag', 99], arg1: 'x' },
        { function: '_eq', arg0: EVENT, arg1: 'never' },
      ],
      rules: [
        [
          ['if', 0],
          ['block', 0],
        ],
        [
          ['if', 0],
          ['add', 0, 1, 2],
        ],
        [
          ['if', 0, 1],
          ['block', 1],
        ],
        [
          ['if', 2, 1],
          ['block', 2],
        ],
      ],
    };
    expect(fired(resource)).toEqual([
      ['1', 'no', 0, 0],
      ['2', 'no', 0, 0],
      ['3', 'yes', 1, 1],
    ]);
  });

  test('fires for sure if it is added both where an unknown condition is met and where it is not', () => {
    const resource = {
      macros: [{ function: '__e' }, { function: '__k', vtp_name: 'seen' }],
      tags: [html(1), html(2)],
      predicates: [LOADED, { function: '_eq', arg0: PATH, arg1: '1' }],
      rules: [
        [
          ['if', 0, 1],
          ['add', 0, 1],
        ],
        [
          ['if', 0],
          ['unless', 1],
          ['add', 0],
        ],
      ],
    };
    expect(fired(resource)).toEqual([
      ['1', 'yes', 1, 1],
      ['2', 'perhaps', 0, 1],
    ]);
  });

  test('fires with the tag whose setup or teardown tag it is, even if it has no rule or is blocked itself', () => {
    const resource = {
      tags: [
        html(1),
        html(2, { setup_tags: ['list', ['tag', 0, 1]], teardown_tags: ['list', ['tag', 2, 0]] }),
        html(3),
      ],
      predicates: [LOADED],
      rules: [
        [
          ['if', 0],
          ['add', 1],
        ],
        [
          ['if', 0],
          ['block', 0],
        ],
      ],
    };
    expect(fired(resource)).toEqual([
      ['1', 'yes', 1, 1],
      ['2', 'yes', 1, 1],
      ['3', 'yes', 1, 1],
    ]);
  });

  test('that is paused, without a rule, or named by nothing that fires does not fire', () => {
    const resource = {
      tags: [{ function: '__paused', tag_id: 1, setup_tags: ['list', ['tag', 1, 0]] }, html(2), html(3)],
      predicates: [LOADED],
      rules: [
        [
          ['if', 0],
          ['add', 0],
        ],
      ],
    };
    expect(fired(resource).map(([, fires]) => fires)).toEqual(['no', 'no', 'no']);
  });

  test('on an event of the visitor may fire any number of times, or once a page if it is limited to that', () => {
    const resource = {
      tags: [html(1), html(2, { once_per_load: true })],
      predicates: [{ function: '_eq', arg0: EVENT, arg1: 'lead' }],
      rules: [
        [
          ['if', 0],
          ['add', 0, 1],
        ],
      ],
    };
    expect(fired(resource)).toEqual([
      ['1', 'perhaps', 0, Number.POSITIVE_INFINITY],
      ['2', 'perhaps', 0, 1],
    ]);
    expect(fired(resource, undefined, ['lead', 'lead'])).toEqual([
      ['1', 'yes', 2, 2],
      ['2', 'yes', 1, 1],
    ]);
    expect(fired(resource, undefined, [])).toEqual([
      ['1', 'no', 0, 0],
      ['2', 'no', 0, 0],
    ]);
  });

  test('waits for the consent that it asks for', () => {
    const resource = {
      tags: [html(1, { consent: ['list', 'ad_storage'] })],
      predicates: [LOADED],
      rules: [
        [
          ['if', 0],
          ['add', 0],
        ],
      ],
    };
    expect(fired(resource)).toEqual([['1', 'perhaps', 0, 1]]);
  });

  test('says what it sends in this visit', () => {
    const resource = {
      macros: [
        { function: '__e' },
        { function: '__u', vtp_component: 'PATH' },
        {
          function: '__smm',
          vtp_input: ['macro', 1],
          vtp_map: ['list', ['map', 'key', '/thank-you', 'value', 'G-ABCDE12345']],
          vtp_defaultValue: 'G-OTHER12345',
        },
      ],
      tags: [
        { function: '__googtag', tag_id: 1, vtp_tagId: ['macro', 2] },
        { function: '__gaawe', tag_id: 2, vtp_measurementIdOverride: ['macro', 2], vtp_eventName: ['macro', 0] },
        { function: '__awct', tag_id: 3, vtp_conversionId: '123456789', vtp_conversionLabel: 'aBc' },
      ],
      predicates: [LOADED],
      rules: [
        [
          ['if', 0],
          ['add', 0, 1, 2],
        ],
      ],
    };
    const found = firingsOn(container(resource), { url: 'https://case.example/thank-you' });
    expect(found.flatMap(({ effects }) => effects)).toEqual([
      { vendor: 'ga4', id: 'G-ABCDE12345', effect: 'page view' },
      { vendor: 'ga4', id: 'G-ABCDE12345', effect: 'event gtm.js' },
      { vendor: 'google_ads', id: 'AW-123456789', effect: 'conversion aBc' },
    ]);
  });
});

test('a tag with more conditions than are tried may fire', () => {
  const add = Array.from({ length: 11 }, (_, atom) => ({ atom, wanted: true }));
  expect(solve([{ any: [{ adds: [add], blocks: [] }], also: [] }], new Effort()).answer).toBe('perhaps');
});
