/** The small containers that were written for this project, at the level of facts and rules. */
import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shared } from '../../../test/support/paths.ts';
import { evaluateRules } from '../rules/evaluate-rules.ts';
import type { Fact, TagFact } from '../tags/facts.ts';
import { containerFacts } from './container-facts.ts';

const folder = join(shared, 'pixel/cases');
const isThere = existsSync(folder);
if (!isThere && process.env.CI) throw new Error(`${folder} is missing`);

const SHOP = {
  host: 'case.example',
  pages: {
    home: 'https://case.example/',
    product: 'https://case.example/products/hat',
    thank_you: 'https://case.example/checkouts/1/thank-you',
  },
};

async function facts(file: string, id = 'GTM-CASE001'): Promise<Fact[]> {
  const text = await Bun.file(join(folder, file)).text();
  return containerFacts(text, { kind: 'gtm', id, url: 'https://www.googletagmanager.com/gtm.js' }, SHOP);
}

const tagsOf = (all: readonly Fact[]): TagFact[] => all.filter((fact) => fact.kind === 'tag');
const cofiresOf = (all: readonly Fact[]) =>
  all.flatMap((fact) =>
    fact.kind === 'cofire'
      ? [[fact.id, fact.effect, fact.tags.map(({ id }) => id).join('+'), fact.grade, fact.when]]
      : [],
  );
const found = (all: readonly Fact[], rule: string) =>
  evaluateRules(all).flatMap(({ rule_id, severity, message }) => (rule_id === rule ? [`${severity}: ${message}`] : []));

describe.skipIf(!isThere)('a small container', () => {
  test('c01: a configuration and a page view send two page views on every page', async () => {
    const all = await facts('c01_two_googtags_always.js');
    expect(cofiresOf(all)).toEqual([['G-CASE000001', 'page view', '1+2', 'always', 'on every page']]);
    expect(found(all, 'container_tags_fire_together').join()).toMatch(
      /^error: Tags 1 \(__googtag\) and 2 \(__gaawe\) .* the page view of G-CASE000001 twice on every page/,
    );
  });

  test('c02: only where the path contains /thank-you, so one step milder', async () => {
    const all = await facts('c02_path_condition.js');
    expect(cofiresOf(all)).toEqual([
      ['G-CASE000001', 'page view', '1+2', 'some', 'where the path contains /thank-you'],
    ]);
    expect(all.find((fact) => fact.kind === 'cofire')).toMatchObject({
      pages: { home: 'no', product: 'no', thank_you: 'yes' },
    });
    expect(found(all, 'container_tags_fire_together').join()).toMatch(
      /^warn: .*twice where the path contains \/thank-you/,
    );
  });

  test('c04: tags whose conditions exclude each other are no double', async () => {
    const all = await facts('c04_unless_excludes.js');
    expect(cofiresOf(all)).toEqual([]);
    expect(tagsOf(all).map(({ id, firing }) => [id, firing?.onLoad, firing?.pages.product])).toEqual([
      ['700000000000101', 'some', 'yes'],
      ['700000000000101', 'some', 'no'],
    ]);
  });

  test('c05: a table on the host is decided for this shop', async () => {
    const all = await facts('c05_lookup_table.js');
    expect(tagsOf(all).map(({ id, condition }) => [id, condition?.here])).toEqual([
      ['G-CASE000001', true],
      ['G-CASE000002', false],
      ['G-CASE000009', false],
    ]);
    const [message] = found(all, 'container_tag');
    expect(message).toContain('for this shop (on the host case.example)');
    expect(JSON.stringify(evaluateRules(all))).not.toContain('G-CASE000009');
  });

  test('c07: paused tags and tags without a rule are not there', async () => {
    const all = await facts('c07_paused_and_orphan.js');
    expect(all).toEqual([expect.objectContaining({ kind: 'container', tags: 0 })]);
    expect(found(all, 'container_empty').join()).toContain('holds no tags that can fire');
  });

  test('c08: a setup tag fires on the event of the tag that has it', async () => {
    const all = await facts('c08_setup_tag.js');
    expect(tagsOf(all)[0]).toMatchObject({
      id: '700000000000101',
      firing: { onLoad: 'never', events: ['lead_sent'], when: 'on the event lead_sent' },
    });
    expect(found(all, 'container_tag').join()).toContain(
      '700000000000101 in tag 1 (__html), which fires on the event lead_sent',
    );
  });

  test('c09: a zone loads another tag', async () => {
    const all = await facts('c09_zone_child.js', 'UA-70000001-1');
    expect(tagsOf(all).map(({ id, via }) => [id, via])).toEqual([
      ['UA-70000001-1', 'config'],
      ['G-CASE000001', 'loader'],
    ]);
    expect(all.find((fact) => fact.kind === 'alias')).toMatchObject({
      id: 'UA-70000001-1',
      children: ['G-CASE000001'],
    });
    expect(found(all, 'container_loads_container').join()).toContain('G-CASE000001 is loaded with UA-70000001-1');
    expect(found(all, 'universal_analytics_tag')).toHaveLength(1);
  });

  test('c11: conversions with different labels, and remarketing, are no double', async () => {
    const all = await facts('c11_ads_labels_differ.js');
    expect(cofiresOf(all)).toEqual([]);
    expect(all.flatMap((fact) => (fact.kind === 'event' ? [fact.label] : []))).toEqual([
      'AAAAaaaa1111',
      'BBBBbbbb2222',
    ]);
  });

  test('c12: the same conversion twice is a warning', async () => {
    const all = await facts('c12_ads_same_label.js');
    expect(cofiresOf(all)).toEqual([
      ['AW-700000101', 'conversion AAAAaaaa1111', '1+2', 'always', 'on the event purchase_done'],
    ]);
    expect(found(all, 'container_tags_fire_together').join()).toMatch(
      /^warn: .*the same conversion .*twice on the event/,
    );
  });

  test('c13: fields and hosts of templates say whose ids they hold', async () => {
    const all = await facts('c13_template_pixel_ids.js');
    expect(tagsOf(all).map(({ vendor, id }) => [vendor, id])).toEqual([['meta', '700000000000101']]);
    expect(all.find((fact) => fact.kind === 'vendor')).toMatchObject({ vendor: 'tiktok', id: 'C0CASE000000000000AA' });
  });

  test('c15: an empty container holds no tags', async () => {
    expect(found(await facts('c15_empty.js'), 'container_empty').join()).toMatch(/^info: .*holds no tags/);
  });

  test('c16: a block on a consent platform waits for consent', async () => {
    const all = await facts('c16_consent_block.js');
    expect(tagsOf(all)[0]!.firing).toMatchObject({ onLoad: 'perhaps', waitsForConsent: true });
    expect(found(all, 'container_waits_for_consent').join()).toContain(
      'G-CASE000001 in the container GTM-CASE001 waits for consent',
    );
  });

  test('c17: one tag is no double', async () => {
    expect(cofiresOf(await facts('c17_single_googtag.js'))).toEqual([]);
  });

  test('g01: a Google tag answers to its alias, and ids of the library are not its own', async () => {
    const all = await facts('g01_gtag_alias.js', 'G-CASE000001');
    expect(all.find((fact) => fact.kind === 'alias')).toMatchObject({
      id: 'G-CASE000001',
      aliases: ['GT-CASE001'],
      destinations: ['G-CASE000001'],
    });
    // The page that loads it installs it, once.
    expect(tagsOf(all)).toEqual([]);
    expect(all.find((fact) => fact.kind === 'container')).toMatchObject({ id: 'G-CASE000001', tags: 1 });
    expect(JSON.stringify(evaluateRules(all))).not.toContain('LIBRARY');
    expect(found(all, 'google_tag_aliases').join()).toContain('alias GT-CASE001');
    expect(found(all, 'google_tag_settings').join()).toContain('every change of the history');
  });
});
