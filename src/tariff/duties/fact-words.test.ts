import { describe, expect, test } from 'bun:test';
import { conditionWords, factLabel, valueLabel } from './fact-words.ts';
import { factVocabulary } from './vocabulary.ts';

test('every fact and every value has words, and no question has those of a program', () => {
  for (const { name, values, question } of factVocabulary().values()) {
    expect(factLabel(name)).not.toMatch(/_|^[a-z]/);
    // A fact without words would be said by its name.
    if (name.includes('_')) expect(factLabel(name).toLowerCase()).not.toBe(name.replaceAll('_', ' '));
    for (const value of values) expect(valueLabel(name, value)).not.toContain('_');
    expect(question).not.toMatch(/0 to 1|empty list|_/);
  }
});

describe('a condition is said as people say it', () => {
  test.each([
    ['contains_listed_metal', true, 'Contains aluminum, steel or copper: yes'],
    ['contains_listed_metal', false, 'Contains aluminum, steel or copper: no'],
    ['us_metal_share', { lt: 0.85 }, 'Metal melted, poured or smelted in the US: below 85%'],
    ['metal_weight_share', { gte: 0.15, lt: 0.5 }, 'Listed metals in the weight: at least 15% and below 50%'],
    ['vehicle', 'medium_heavy', 'Vehicle: medium- or heavy-duty vehicle'],
    ['vehicle', { one_of: ['passenger', 'bus'] }, 'Vehicle: passenger vehicle or light truck or bus'],
    [
      'certified_use',
      { excludes: ['us_equipment_production'] },
      'Use that the importer certifies: not making farm or industrial equipment in the US',
    ],
    ['origin', 'DE', 'Country of origin: Germany (DE)'],
    ['origin', { none_of: ['CA', 'MX'] }, 'Country of origin: not Canada (CA) or Mexico (MX)'],
    ['age_years', { gte: 25 }, 'Age of the vehicle in years: at least 25'],
    ['reading:note-19-lists', 'still listed', 'If the law is read as “still listed”'],
    ['new_fact', true, 'New fact: yes'],
    ['__proto__', 'constructor', '  proto  : constructor'],
  ])('%s %j', (fact, condition, text) => expect(conditionWords(fact, condition)).toBe(text));
});
