/** The known attacks stay within the work that their length allows. Counted, not timed, so a busy machine changes nothing. */
import { describe, expect, test } from 'bun:test';
import { Effort } from '../../../src/domain/effort.ts';
import { containerFacts } from '../../../src/pixel/containers/container-facts.ts';
import { createMatcher } from '../../../src/pixel/matcher.ts';
import { ATTACKS } from './attacks.ts';
import { READERS } from './readers.ts';
import { worstPages } from './worst-pages.ts';

/** As a share of the length that the reader takes. CI reads all of it. */
const LENGTH = Number(process.env.PORTSIDE_ATTACK_LENGTH ?? 0.2);
const URL = 'https://shop.example/';

describe.each([...ATTACKS])('$reader: $name', ({ reader, text }) => {
  const { work, fixed, perChar, chars } = READERS[reader];

  test('costs no more than its length allows, and twice the length at most twice as much', () => {
    const [once, twice] = [text(LENGTH * chars), text(2 * LENGTH * chars)];
    const [small, large] = [work(once), work(twice)];
    expect(small).toBeLessThanOrEqual(fixed + perChar * once.length);
    expect(large).toBeLessThanOrEqual(fixed + perChar * twice.length);
    expect(large).toBeLessThanOrEqual(1.25 * (twice.length / once.length) * small + fixed);
  });
});

describe('a text that costs too much', () => {
  const call = "<script>fbq('init','123456789012345')</script>\n";

  test('is read as far as its work reaches, and the report names the line', () => {
    const matcher = createMatcher({ effort: new Effort(2_000) });
    matcher.push(call.repeat(200));
    const { findings } = matcher.finish({ url: URL }).report;
    const cut = findings.find(({ rule_id }) => rule_id === 'scan_truncated');
    expect(cut?.message).toMatch(/was read as far as line \d+/);
    expect(Number(/line (\d+)/.exec(cut!.message)![1])).toBeLessThan(200);
    // What was read before is reported.
    expect(findings.some(({ rule_id }) => rule_id === 'legacy_meta_pixel_call')).toBe(true);
    expect(matcher.effort.done).toBeLessThan(2_000 + 30_000);
  });

  test('is never reported as a page without tags when the tags come after the end of the work', () => {
    const matcher = createMatcher({ effort: new Effort(500) });
    matcher.push(`${'<p onclick="fbq(1)">\n'.repeat(100)}${call}`);
    const { findings } = matcher.finish({ url: URL }).report;
    expect(findings.map(({ rule_id }) => rule_id)).toContain('scan_truncated');
  });

  test('a container says so too', () => {
    const { text } = ATTACKS.find(({ name }) => name === 'settings of one variable in many tags')!;
    const facts = containerFacts(
      text(40_000),
      { kind: 'gtm', id: 'GTM-ABC1234', url: URL },
      undefined,
      new Effort(50_000),
    );
    expect(facts).toContainEqual(
      expect.objectContaining({ name: 'cut', value: expect.stringContaining('GTM-ABC1234') }),
    );
  });

  test('a base address that is too long is reported', () => {
    const matcher = createMatcher();
    matcher.push(`<base href="https://x.example/${'x'.repeat(600)}/">${call}`);
    const { findings } = matcher.finish({ url: URL }).report;
    expect(findings.find(({ rule_id }) => rule_id === 'scan_truncated')?.message).toContain('base address is too long');
  });
});

test('the worst pages are the same on every call', () => {
  const pages = worstPages(40, 20_000);
  expect(pages).toHaveLength(40);
  expect(pages).toEqual(worstPages(40, 20_000));
  for (const { html } of pages) expect(html.length).toBeGreaterThan(5_000);
});
