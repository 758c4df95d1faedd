import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tariffTables } from '../../../test/support/paths.ts';
import { embeddedTariff } from '../embedded.ts';
import { explain } from '../explain/explain.ts';
import { TariffFileError } from '../json-fields.ts';
import { Schedule } from '../schedule/schedule.ts';
import { ScheduleFile } from '../schedule/schedule-file.ts';
import { serializeList } from '../serialize-list.ts';
import { Tariff } from '../tariff.ts';
import { withList, withSchedule } from '../tariff-data.ts';
import { type ImportPlan, planImport } from './plan-import.ts';

const data = embeddedTariff();
const note16c = data.lists.find((list) => list.list_id === 'note-16c')!;
const canonical = serializeList(note16c);
const DATE = '2026-11-20';
const NO_SCHEDULE = Schedule.of([], { revision: '2025 Basic', note: '' });

const planOf = (text: string, options: { force?: boolean; schedule?: Schedule } = {}) =>
  planImport(text, withSchedule(data, options.schedule ?? NO_SCHEDULE), {
    date: DATE,
    ...(options.force && { force: true }),
  });

function refusal(text: string, options = {}): TariffFileError {
  try {
    planOf(text, options);
  } catch (error) {
    if (error instanceof TariffFileError) return error;
    throw error;
  }
  throw new Error('the file was accepted');
}

function scheduleOf(plan: ImportPlan): Schedule {
  if (plan.kind !== 'schedule') throw new Error('not a schedule');
  return plan.schedule;
}

function listOf(plan: ImportPlan) {
  if (plan.kind !== 'list') throw new Error('not a list');
  return plan.list;
}

// A sample with the quirks of the official files: a misspelt key, indent as text and as number, null units, inherited
// rates, entities, markup, double spaces, a grouping row without a number, a line that appears only as its .00 row.
const SCHEDULE_JSON = `[
  {"htsno":"0101","indent":"0","description":"Live horses, asses, mules and hinnies:","superior":null,"units":[],"general":"","special":"","other":"","footnotes":null,"quotaQuantity":null,"additionalDuties":null,"addiitionalDuties":null},
  {"htsno":"","indent":"1","description":"Horses:","superior":"true","units":[],"general":"","special":"","other":""},
  {"htsno":"0101.21.00","indent":2,"description":"Purebred breeding  animals","units":null,"general":"Free"},
  {"htsno":"0101.21.00.10","indent":"3","description":"Males","units":["No."],"general":"","newKey":{"a":1}},
  {"htsno":"7208","indent":"0","description":"Flat-rolled products &amp; others, <il>of iron</il> or <i>nonalloy</i> steel, of a thickness < 3 mm &#150; hot-rolled:"},
  {"htsno":"7208.10","indent":"1","description":"In coils","general":"Free"},
  {"htsno":"7208.10.15.00","indent":"2","description":"Pickled","units":["kg"," t "],"general":""}
]`;

const SCHEDULE_CSV = [
  '\uFEFF"HTS Number","Indent","Description","Unit of Quantity","General Rate of Duty","Special Rate of Duty","Column 2 Rate of Duty","Quota Quantity","Additional Duties"',
  '"0101","0","Live horses, asses, mules and hinnies:","","","","","",""',
  '"","1","Horses:","","","","","",""',
  '"0101.21.00","2","Purebred breeding  animals","","Free","","Free","",""',
  '"0101.21.00.10","3","Males","[""No.""]","","","","",""',
  '7208,0,"Flat-rolled products &amp; others, <il>of iron</il> or <i>nonalloy</i> steel, of a thickness < 3 mm &#150; hot-rolled:",,',
  '7208.10,1,In coils,,Free',
  '7208.10.15.00,2,Pickled,"kg, t",',
  '',
].join('\r\n');

describe('the official schedule', () => {
  test.each([
    ['JSON', SCHEDULE_JSON, ''],
    ['CSV', SCHEDULE_CSV, 'Free'],
  ])('%s, with the quirks of the published files', (_, text, row2) => {
    const plan = planOf(text);
    const schedule = scheduleOf(plan);
    expect(plan.totals).toEqual({ before: 0, after: 6 });
    expect(plan.added).toHaveLength(6);
    expect(schedule.find('0101210010')).toEqual({
      code: '0101.21.0010',
      exact: true,
      path: ['Live horses, asses, mules and hinnies:', 'Horses:', 'Purebred breeding animals', 'Males'],
      general: 'Free',
      special: '',
      other: row2,
      units: ['No.'],
    });
    const steel = 'Flat-rolled products & others, of iron or nonalloy steel, of a thickness < 3 mm – hot-rolled:';
    expect(schedule.find('72081015')).toEqual({
      code: '7208.10.1500',
      exact: false,
      path: [steel, 'In coils', 'Pickled'],
      general: 'Free',
      special: '',
      other: '',
      units: ['kg', 't'],
    });
    expect(schedule.find('7208101599')?.code).toBe('7208.10');
    expect(schedule.find('0101210099')?.code).toBe('0101.21.00');
    expect(schedule.find('8501')).toBeNull();
    const stored = new Schedule(new ScheduleFile(Buffer.from(plan.text, 'base64')));
    expect(stored.find('72081015')).toEqual(schedule.find('72081015'));
  });

  test('a revision is compared with the loaded schedule', () => {
    const schedule = scheduleOf(planOf(SCHEDULE_JSON));
    const revised = SCHEDULE_CSV.replace('7208.10,1,In coils,,Free', '7208.10,1,In coils,,2.5%').replace(
      '0101.21.00.10',
      '0101.21.00.20',
    );
    const plan = planOf(revised, { schedule });
    expect(plan.added.map((row) => row.code)).toEqual(['0101.21.0020']);
    expect(plan.removed.map((row) => row.code)).toEqual(['0101.21.0010']);
    expect(plan.rate_changed.map(({ code, before, after }) => [code, before, after])).toEqual([
      ['7208.10', 'Free', '2.5%'],
      ['7208.10.1500', 'Free', '2.5%'],
    ]);
  });

  test('a file that lost more than a tenth is refused unless forced', () => {
    const schedule = scheduleOf(planOf(SCHEDULE_JSON));
    const partial = SCHEDULE_CSV.split('\r\n').slice(0, 5).join('\r\n');
    const fault = refusal(partial, { schedule });
    expect(fault.line).toBeNull();
    expect(fault.reason).toContain('holds 3 of 6');
    expect(planOf(partial, { schedule, force: true }).totals).toEqual({ before: 6, after: 3 });
  });

  test.each([
    ['an invalid number', SCHEDULE_JSON.replace('0101.21.00.10', '0101.2l.00.10'), 5],
    ['an invalid indent', SCHEDULE_JSON.replace('"indent":2', '"indent":"two"'), 4],
    ['invalid units', SCHEDULE_JSON.replace('["No."]', '{"No.":1}'), 5],
    ['a row that is null', SCHEDULE_JSON.replace('[\n', '[\n  null,\n'), 2],
    ['an invalid CSV number', SCHEDULE_CSV.replace('7208.10.15.00', '7208.10.15.0'), 8],
    ['a missing CSV indent', SCHEDULE_CSV.replace('7208.10,1', '7208.10,'), 7],
    ['a truncated CSV unit cell', SCHEDULE_CSV.replace('[""No.""]', '[""No.""'), 5],
    ['an unclosed CSV quote', SCHEDULE_CSV.replace('Pickled,"kg, t"', 'Pickled,"kg, t'), 9],
  ])('%s is refused with its line', (_, text, line) => {
    expect(refusal(text).line).toBe(line);
  });

  test('an explanation shows the entry of the schedule', () => {
    const schedule = scheduleOf(planOf(SCHEDULE_JSON));
    const tariff = new Tariff(data, { now: () => Date.parse('2026-11-20T17:00:00Z') });
    const shown = explain(tariff.at().lookup('7208.10.15'), tariff.today(), withSchedule(data, schedule));
    expect(shown.schedule?.units).toEqual(['kg', 't']);
  });
});

describe('a new list file', () => {
  test('importing the loaded list changes nothing', () => {
    const plan = planOf(canonical);
    const { added, removed, rate_changed, terms_changed, dates_changed, totals } = plan;
    expect([added, removed, rate_changed, terms_changed, dates_changed].flat()).toEqual([]);
    expect(totals).toEqual({ before: 742, after: 742 });
    expect(plan.past_from).toBeNull();
    expect(plan.text).toBe(canonical);
  });

  test('added, removed, ended and re-rated rows are told apart, and lookups answer from the new list', () => {
    const text = canonical
      .replace('{"code": "7326.90.8688", "terms": "16(c)(iv)", "from": "2026-04-06"},\n', '')
      .replace(
        '"7326.90.10", "terms": "16(c)(iv)", "from": "2026-04-06"',
        '"7326.90.10", "terms": "16(c)(iv)", "from": "2026-04-06", "to": "2026-11-30"',
      )
      .replace('"rows": [', '"rows": [\n    {"code": "7303.00.00", "terms": "16(c)(vii)", "from": "2026-12-01"},')
      .replace(
        '"rate": 25, "rate_kind": "additional", "charged_on": "full value", "weight_test": 15, "condition"',
        '"rate": 30, "rate_kind": "additional", "charged_on": "full value", "weight_test": 15, "condition"',
      )
      .replace(
        '  "terms": {',
        '  "articles": {\n    "7303": {"slug": "cast-iron-pipe", "name": "Tubes and pipes of cast iron"}\n  },\n  "terms": {',
      );
    const plan = planOf(text);
    expect(plan.added.map((row) => row.code)).toEqual(['7303.00.00']);
    expect(plan.removed.map((row) => row.code)).toEqual(['7326.90.10', '7326.90.8688']);
    expect(plan.rate_changed).toHaveLength(28);
    expect(plan.rate_changed.every((row) => row.note === '16(c)(xi)')).toBe(true);

    const tariff = new Tariff(data, { now: () => Date.parse('2026-11-20T17:00:00Z') });
    tariff.replace(withList(data, listOf(plan)));
    expect(tariff.at().lookup('7326.90.8688').status).toBe('adjacent');
    expect(tariff.at('2026-12-01').lookup('7303.00.00')).toMatchObject({ hit: true });
    expect(tariff.at('2026-12-01').lookup('7326.90.10').hit).toBe(false);
    expect(tariff.at('2026-04-05').lookup('7326.90.8688').hit).toBe(true);
    expect(tariff.data.lists).toHaveLength(3);
  });

  test.each([
    ['kind', '"kind": "derivative"', '"kind": "article"'],
    ['ch99_heading', '"ch99_heading": "9903.82.02"', '"ch99_heading": "9903.82.09"'],
    ['weight_test', '"weight_test": 15', '"weight_test": 20'],
    ['charged_on', '"charged_on": "full value"', '"charged_on": "metal content"'],
    ['condition', '"condition": "', '"condition": "not '],
  ])('another %s is a change of terms', (name, before, after) => {
    const plan = planOf(canonical.replace(before, after));
    expect(plan.terms_changed.length).toBeGreaterThan(0);
    expect(plan.terms_changed.every((row) => row.before!.startsWith(name) && row.before !== row.after)).toBe(true);
    expect([plan.added, plan.removed, plan.rate_changed, plan.dates_changed].flat()).toEqual([]);
  });

  test('a rate that is a share is refused', () => {
    const { reason } = refusal(canonical.replace('"rate": 50', '"rate": 0.5'));
    expect(reason).toContain('is 0.5, which looks like a share');
  });

  test('a file that lost more than a tenth is refused unless forced', () => {
    let dropped = 0;
    const text = canonical
      .split('\n')
      .filter((line) => !(line.includes('"terms": "16(c)(iv)"') && dropped++ < 80))
      .join('\n');
    expect(refusal(text).reason).toContain('holds 662 of 742');
    expect(planOf(text, { force: true }).removed).toHaveLength(80);
  });

  test.each([
    ['ends every row in the past', /("from": "[\d-]+")(?=\})/g, '$1, "to": "2026-11-19"'],
    ['ends every row next week', /("from": "[\d-]+")(?=\})/g, '$1, "to": "2026-11-30"'],
    ['begins every row in another century', /"from": "[\d-]+"(?=\})/g, '"from": "2099-01-01"'],
  ])('a file that %s is refused: it would empty the list although no row is missing', (_, rows, replacement) => {
    const text = canonical.replace(rows, replacement);
    expect(refusal(text).reason).toContain('more than a tenth');
  });

  test('an unknown list_id is refused for a known programme and accepted for a new one', () => {
    const misspelt = refusal(canonical.replace('"note-16c"', '"note-16-c"'));
    expect(misspelt.reason).toContain('list "note-16-c" is not loaded');
    const robots = JSON.stringify({
      list_id: 'robots',
      title: 'Robotics',
      version: '2027-02-01+1',
      as_of: '2027-02-01',
      source: 'an invented proclamation',
      terms: {
        a: {
          note: '44(b)',
          programme: 'robotics',
          kind: 'article',
          goods: 'robots',
          article: { slug: 'robots', name: 'Industrial robots' },
          ch99_heading: '9903.99.01',
          rate: 20,
          rate_kind: 'additional',
        },
      },
      rows: [{ code: '8479.50.00', terms: 'a', from: '2027-02-01' }],
    });
    const plan = planOf(robots);
    expect(plan).toMatchObject({ kind: 'list', isNew: true, totals: { before: 0, after: 1 } });
    const tariff = new Tariff(withList(data, listOf(plan)), { now: () => 0 });
    expect(tariff.at('2027-02-01').lookup('8479.50.0000').in_scope).toBe(true);
  });

  test.each(['', 'hello', 'a,b\n1,2\n', '<html>', '"HTS Number","Indent"\n'])(
    '%p is neither a list nor a schedule',
    (text) => {
      expect(refusal(text).reason).toContain('neither a tariff list nor');
    },
  );
});

describe('a list as CSV is a snapshot', () => {
  const header =
    'code,digits,level,programme,kind,note_subdivision,annex,ch99_heading,rate_pct,rate_kind,weight_test_15pct,effective_from,effective_to,article_slug,article_name,family_slug,source';
  const rowOf = (listing: (typeof note16c.listings)[number]) => {
    const { code, digits, terms, from, to, article } = listing;
    const { programme, kind, note, annex = '', ch99_heading, rate, rate_kind, source } = terms;
    const facts = [code, digits, digits.length, programme, kind, note, annex, ch99_heading, rate, rate_kind];
    return [...facts, '', from, to ?? '', article.slug, `"${article.name}"`, '', `"${source}"`].join(',');
  };
  const open = note16c.listings.filter((listing) => listing.to === null);
  const csv = (rows: string[]) => `\uFEFF${[header, ...rows].join('\r\n')}\r\n`;

  test('the same rows change nothing, and ended rows stay', () => {
    const plan = planOf(csv(open.map(rowOf)));
    expect([plan.added, plan.removed, plan.rate_changed, plan.terms_changed, plan.dates_changed].flat()).toEqual([]);
    const list = listOf(plan);
    expect(list).toMatchObject({ list_id: 'note-16c', version: '2026-11-20+1', as_of: DATE });
    expect(list.listings).toHaveLength(809);
    const tariff = new Tariff(withList(data, list), { now: () => 0 });
    expect(tariff.at('2026-06-07').lookup('8415.10.60').adjacent_hits[0]?.proposed_rate).toBe(25);
  });

  test('a listing missing from it ends on the day before', () => {
    const plan = planOf(csv(open.filter((row) => row.code !== '7326.90.8688').map(rowOf)));
    expect(plan.removed).toEqual([
      {
        code: '7326.90.8688',
        note: '16(c)(iv)',
        before: '50 from 2026-04-06',
        after: '50 from 2026-04-06 to 2026-11-19',
      },
    ]);
    const tariff = new Tariff(withList(data, listOf(plan)), { now: () => 0 });
    expect(tariff.at('2026-11-19').lookup('7326.90.8688').hit).toBe(true);
    expect(tariff.at('2026-11-20').lookup('7326.90.8688').hit).toBe(false);
  });

  test('a rate from a later day keeps the earlier rate until then', () => {
    const rows = open.map((row) =>
      row.code === '7326.90.8688'
        ? rowOf({ ...row, from: '2026-12-01', terms: { ...row.terms, rate: 40 } })
        : rowOf(row),
    );
    const plan = planOf(csv(rows));
    expect(plan.rate_changed.map((row) => row.after)).toEqual(['50 from 2026-04-06 to 2026-11-30, 40 from 2026-12-01']);
    const tariff = new Tariff(withList(data, listOf(plan)), { now: () => 0 });
    expect(tariff.at('2026-11-30').lookup('7326.90.8688').adjacent_hits[0]?.proposed_rate).toBe(50);
    expect(tariff.at('2026-12-01').lookup('7326.90.8688').adjacent_hits[0]?.proposed_rate).toBe(40);
  });

  test('other terms from the day of the loaded ones change answers of past days, and the plan says from when', async () => {
    const changed = (row: (typeof open)[number], from: string) =>
      rowOf({ ...row, from, terms: { ...row.terms, rate: 30, kind: 'article' } });
    const planned = async (from: string) =>
      planOf(csv(open.map((row) => (row.code === '7326.90.8688' ? changed(row, from) : rowOf(row)))));
    const past = await planned('2026-04-06');
    expect(past).toMatchObject({ past_from: '2026-04-06', terms_changed: [] });
    expect(past.rate_changed).toHaveLength(1);
    expect((await planned('2026-11-19')).past_from).toBe('2026-11-19');
    expect((await planned(DATE)).past_from).toBeNull();
    expect((await planned('2026-12-01')).past_from).toBeNull();
  });

  test.each([
    ['a rate that is a share', (row: string) => row.replace(/,\d+,(?=additional|total)/, ',0.25,'), 4],
    ['a bad code', (row: string) => row.replace(/^[^,]+,[^,]+/, '73.26,'), 4],
    ['code and digits that differ', (row: string) => row.replace(/^([^,]+),[^,]+/, '$1,7601'), 4],
    ['a bad date', (row: string) => row.replace('2026-04-06', '06/04/2026'), 4],
  ])('%s is refused with its line', (_, damage, line) => {
    const rows = open.map(rowOf);
    rows[2] = damage(rows[2]!);
    expect(refusal(csv(rows)).line).toBe(line);
  });

  test('subdivisions of no loaded list are refused', () => {
    const fault = refusal(csv([rowOf(open[0]!).replace(/16\(c\)\(\w+\)/, '99(z)')]));
    expect(fault.reason).toContain('import a new list as JSON');
  });

  test('the source table of note 16(c) imports without a change', () => {
    const plan = planOf(readFileSync(join(tariffTables, 's232_metals_current.csv'), 'utf8'));
    expect([plan.added, plan.removed, plan.rate_changed, plan.terms_changed, plan.dates_changed].flat()).toEqual([]);
  });
});
