/** Containers of other people as Google served them: every id with its condition, every double, and none that is not there. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shared } from '../../../test/support/paths.ts';
import { evaluateRules } from '../rules/evaluate-rules.ts';
import type { Fact } from '../tags/facts.ts';
import { containerFacts } from './container-facts.ts';

const folder = join(shared, 'pixel/containers');
const isThere = existsSync(folder);
if (!isThere && process.env.CI) throw new Error(`${folder} is missing`);

interface Row {
  name: string;
  id: string;
  ids: string[];
  doubles: string;
}

function rows(): Row[] {
  const [, ...lines] = readFileSync(join(shared, 'pixel/shared-containers.csv'), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const [name, , , , , id, , ids, doubles] = line.split(',');
    return { name: name!, id: id!, ids: ids!.split(' '), doubles: doubles! };
  });
}

function facts(name: string, id: string, host = 'shop.example'): Fact[] {
  const pages = { home: `https://${host}/`, product: `https://${host}/products/hat` };
  const text = readFileSync(join(folder, `${name}.js`), 'utf8');
  return containerFacts(text, { kind: 'gtm', id, url: 'https://www.googletagmanager.com/gtm.js' }, { host, pages });
}

const cofires = (all: readonly Fact[]) => all.filter((fact) => fact.kind === 'cofire');
const withId = (all: readonly Fact[], id: string) => all.filter((fact) => fact.kind === 'tag' && fact.id === id);
const firings = (all: readonly Fact[], id: string) =>
  withId(all, id).flatMap((fact) => (fact.kind === 'tag' ? [`${fact.tag?.id} ${fact.firing?.when}`] : []));

describe.skipIf(!isThere)('a served container', () => {
  test.each(isThere ? rows() : [])('$name has exactly the ids that were found by hand', ({ name, id, ids }) => {
    const all = facts(name, id);
    const found = all.flatMap((fact) => {
      if (fact.kind === 'tag' && fact.id !== undefined) return [`${fact.vendor}:${fact.id}`];
      // The script of a Google tag is no install besides the one that loads it.
      return fact.kind === 'container' && fact.id.startsWith('G-') && fact.tags > 0 ? [`ga4:${fact.id}`] : [];
    });
    expect([...new Set(found)].sort()).toEqual([...ids].sort());
    for (const fact of all) if (fact.kind === 'tag' || fact.kind === 'event') expect(fact.firing).toBeDefined();
    expect(all.filter(({ kind }) => kind === 'container')).toHaveLength(1);
    expect(all.filter((fact) => fact.kind === 'mark' && fact.name === 'cut')).toEqual([]);
  });

  test.each(isThere ? rows() : [])('$name has exactly the doubles that were found by hand', ({ name, id, doubles }) => {
    const expected = /(\S+) page view: tags \S+ \(tag_id (\d+)\+(\d+)\)/.exec(doubles)?.slice(1);
    expect(doubles === 'none').toBe(expected === undefined);
    const found = cofires(facts(name, id)).map((fact) => [fact.id, ...fact.tags.map((tag) => tag.id)]);
    expect(found).toEqual(expected ? [expected] : []);
  });

  test('aguia: two ids of one template once each, an event with an odd name, nothing on the home page', () => {
    const all = facts('aguia', 'GTM-M6MFKPNN', 'www.resultadofacil.com.br');
    const events = all.flatMap((fact) => (fact.kind === 'event' ? [`${fact.to} ${fact.name} ${fact.method}`] : []));
    expect(events).toEqual([
      'G-2CPPBSEF63 gtm.js undefined',
      '1272762953836685 PageView trackSingle',
      '1660069551553909 PageView trackSingle',
    ]);
    const messages = evaluateRules(all).filter(({ rule_id }) => rule_id === 'container_event_name');
    expect(messages.map(({ message }) => message).join()).toContain('sends an event named gtm.js to G-2CPPBSEF63');
  });

  test('ather: a second page view on the pages of a test ride, and a conversion on its confirmation only', () => {
    const all = facts('ather', 'GTM-TKD5BTV');
    expect(cofires(all)[0]).toMatchObject({ grade: 'some', when: 'where the address contains product/450x/testride' });
    expect(firings(all, 'AW-803784802')).toEqual(['26 where the address contains /testride/confirmation']);
    // The property is dead, which another rule says.
    const messages = evaluateRules(all).filter(({ rule_id }) => rule_id === 'container_tags_fire_together');
    expect(messages.map(({ severity }) => severity)).toEqual(['info']);
  });

  test('haider: one page view of GA4, two of a dead property on some pages, and itself from another host', () => {
    const all = facts('haider', 'GTM-5G5ZJBP');
    expect(cofires(all)).toHaveLength(1);
    expect(cofires(all)[0]).toMatchObject({
      id: 'UA-204149761-1',
      grade: 'some',
      when: expect.stringMatching(
        /^where the path contains \/thank-you, except where the query value invitee_email .* and the query value text_reminder_number /,
      ) as never,
    });
    expect(withId(all, 'G-LGLGCBJNT2')[0]).toMatchObject({ via: 'config', quiet: true, firing: { onLoad: 'always' } });
    expect(firings(all, '3033687030242938')[0]).toMatch(/^40 on every page, and on the event video/);
    const messages = evaluateRules(all).filter(({ rule_id }) => rule_id === 'container_loads_itself');
    expect(messages.map(({ message }) => message).join()).toContain('from gamerpakistan.com on every page');
  });

  test('revit: Meta and Google Ads on one click, not on page load', () => {
    const all = facts('revit', 'GTM-N5DP3SW');
    for (const id of ['505955180532498', 'AW-469926391']) {
      for (const fact of withId(all, id))
        expect(fact).toMatchObject({ firing: { onLoad: 'never', events: ['gtm.click'] } });
      expect(firings(all, id)[0]).toContain('on clicks where the element contains HTMLImageElement and');
    }
  });

  test('aypo: the text true keeps the page view on', () => {
    const [tag] = withId(facts('aypo', 'GTM-MDP28KB'), 'G-LXQ6MB8C5X');
    expect(tag).toMatchObject({ firing: { onLoad: 'always' } });
    expect(tag).not.toHaveProperty('quiet', true);
  });

  test('gtag_erra: an alias, and what its settings collect', () => {
    const all = facts('gtag_erra', 'GT-KFLHMHSH');
    expect(all.find((fact) => fact.kind === 'alias')).toMatchObject({
      id: 'GT-KFLHMHSH',
      aliases: ['G-9CPPPQCSQ6'],
      destinations: ['G-9CPPPQCSQ6'],
    });
    expect(all.flatMap((fact) => (fact.kind === 'mark' ? [fact.value] : []))).toEqual([
      'automatic_email G-9CPPPQCSQ6',
      'history_page_views G-9CPPPQCSQ6',
    ]);
  });

  test('printed over many lines, or saved as a page, is the same container', () => {
    const served = readFileSync(join(folder, 'haider.js'), 'utf8');
    const at = served.indexOf('"resource":') + '"resource":'.length;
    const reference = { kind: 'gtm', id: 'GTM-5G5ZJBP', url: 'https://www.googletagmanager.com/gtm.js' } as const;
    const asPage = `<html><body><pre>${served.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}</pre></body></html>`;
    const expected = containerFacts(served, reference).length;
    const end = served.lastIndexOf('}', served.indexOf('"runtime"')) + 1;
    const printed = JSON.stringify(JSON.parse(served.slice(at, end)), null, 2);
    expect(containerFacts(`${served.slice(0, at)}\n  ${printed}${served.slice(end)}`, reference)).toHaveLength(
      expected,
    );
    expect(containerFacts(asPage, reference)).toHaveLength(expected);
  });
});
