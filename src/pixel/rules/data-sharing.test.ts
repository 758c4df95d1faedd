import { describe, expect, test } from 'bun:test';
import { createMatcher } from '../matcher.ts';
import type { EntryFact } from '../tags/facts.ts';
import { isPaused } from './data-sharing.ts';

const ALL = ['share_all_events'];

function scan(state: unknown, controls: unknown, rest: object = {}) {
  const entry = {
    id: '103',
    type: 'APP',
    apiClientId: 3009811,
    configuration: '{"tagID":"2600000000001"}',
    ...(state !== undefined && { dataSharingState: state }),
    ...(controls !== undefined && { dataSharingAdjustments: { dataSharingControls: controls } }),
    ...rest,
  };
  const matcher = createMatcher();
  matcher.push(`<script>x={webPixelsConfigList:[${JSON.stringify(entry)}]}</script>`);
  const { report, facts } = matcher.finish({ url: 'https://t.example/' });
  return {
    findings: report.findings.filter(({ rule_id }) => rule_id.startsWith('app_pixel_')),
    entry: facts.find((fact): fact is EntryFact => fact.kind === 'entry')!,
  };
}

describe('the state of data sharing', () => {
  test.each<[string, unknown, unknown, object, string, boolean]>([
    ['absent', undefined, undefined, {}, '', false],
    ['absent, with older adjustments', undefined, [], {}, '', false],
    ['Always on', 'unrestricted', ALL, {}, '', false],
    ['Always on, whatever the controls', 'unrestricted', [], {}, '', false],
    ['Optimized, everything', 'optimized', ALL, {}, 'info app_pixel_optimized', false],
    ['Optimized, without controls', 'optimized', undefined, {}, 'info app_pixel_optimized', false],
    ['Optimized, some', 'optimized', ['share_purchases'], {}, 'warn app_pixel_withheld', false],
    ['Optimized, nothing', 'optimized', [], {}, 'warn app_pixel_withheld', true],
    [
      'Optimized, nothing, but exempt',
      'optimized',
      [],
      { enabledFlags: ['9a3ed68a'] },
      'info app_pixel_optimized',
      false,
    ],
    ['another flag', 'optimized', [], { enabledFlags: ['0b3ed68a'] }, 'warn app_pixel_withheld', true],
    ['paused', 'paused', [], {}, 'warn app_pixel_state_unknown', true],
    ['paused, but exempt', 'paused', [], { enabledFlags: ['9a3ed68a'] }, 'warn app_pixel_state_unknown', false],
    ['a word nobody knows', 'restricted', [], {}, 'warn app_pixel_state_unknown', false],
    ['of a custom pixel', 'optimized', [], { type: 'CUSTOM', name: 'x' }, '', false],
  ])('%s', (_, state, controls, rest, expected, paused) => {
    const { findings, entry } = scan(state, controls, rest);
    expect(findings.map(({ severity, rule_id }) => `${severity} ${rule_id}`).join()).toBe(expected);
    expect(isPaused(entry)).toBe(paused);
    for (const { message, ids } of findings) {
      expect(ids).toEqual(['2600000000001']);
      expect(message).toContain('Settings > Customer events > App pixels > Data');
    }
  });

  test('an unknown word is quoted, and one that is not a word is not shown', () => {
    expect(scan('paused', []).findings[0]?.message).toContain('“paused”');
    for (const word of ['<img src=x>', 'a b', 'jane@example.com', 'x'.repeat(999), '“'])
      expect(scan(word, []).findings[0]?.message).not.toContain(
        word.slice(0, 40) === 'x'.repeat(40) ? 'x'.repeat(41) : word,
      );
    expect(scan('optimized', ['share<b>']).findings[0]?.message).not.toContain('<b>');
  });

  test('a pixel that is optimized is not said to be paused or withheld', () => {
    expect(scan('optimized', ALL).findings[0]?.message).not.toMatch(/withh|paus/i);
  });
});
