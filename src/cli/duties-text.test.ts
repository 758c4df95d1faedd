/** Goldens of `portside tariff duties` at 80 columns. */
import { expect, test } from 'bun:test';
import { type DutyItem, isRefusal } from '../tariff/duties/answer.ts';
import { answerDuties } from '../tariff/duties/answer-duties.ts';
import { embeddedTariff } from '../tariff/embedded.ts';
import { formatDuties } from './duties-text.ts';

function text(item: DutyItem, options: { colour?: boolean; all?: boolean } = { all: true }): string {
  const result = answerDuties(item, { data: embeddedTariff(), today: '2026-11-22', column1Rate: () => '2.5%' });
  if (isRefusal(result)) throw new Error(JSON.stringify(result));
  return formatDuties(result, { width: 80, ...options });
}

/** Without the part that is the same for every answer. */
const head = (whole: string) => whole.slice(0, whole.indexOf('\n\nNot looked at'));

const part: DutyItem = {
  code: '8708.10.3050',
  origin: 'JP',
  entry_date: '2026-04-10',
  facts: { vehicle: 'passenger', vehicle_part: true, approvals: [], russian_aluminum: false, value: 10_000 },
};

test('a settled answer: what to declare, what it displaces, the arithmetic', () => {
  expect(head(text(part))).toMatchInlineSnapshot(`
    "8708.10.3050  settled  goods of Japan (JP), entered on 2026-04-10
      The law was read to 2026-10-09.

    Declare
      9903.94.43: 15 percent in total with column 1
        parts of Japan, column 1 below 15: 15 in total
        auto_parts; US-Japan agreement, date secondary; HTS 2026 Rev 10 heading row;
        Rev 11 to 20 change records name no 9903.94 change
      9903.74.11: no duty
        numbers of note 38(i): not a part of a medium- or heavy-duty vehicle
        mhd_parts; Proc. 10984 (90 FR 48451); HTS 2026 Rev 10 heading row, same in a
        Rev 21 extraction
      Duty: 10000.00 USD x (15% - 2.5% column 1) = 1250.00 USD

    Displaced
      the duty on metals is not owed, because of 9903.94.43: entered under a deal
      heading of note 33 (notes 33(i)(1), (j)(1), (k)(1), (l)(1), (n)(1), (o)(1),
      (p)(iii)(1), (q)(iii)(1), (r)(iii)(1), (s)(1), (t)(1), (u)(1); Rev 10 change
      record and text)

    Listed
      aluminum: 8708.10.30 in 16(c)(vi); all goods of the code are listed, since
      2026-04-06 (HTS 2026 Rev 6 ch.99 note 16(c) text + Rev 20/21 deltas (Proc.
      11021, 91 FR 18201; Proc. 11032, 91 FR 34085))
      auto_parts: 8708.10.30 in 33(g); all goods of the code are listed, since
      2025-05-03 (Proc. 10908; HTS 2026 Rev 6 note 33(g), same in Rev 21)
      mhd_parts: 8708.10.30 in 38(i); all goods of the code are listed, since
      2025-11-01 (Proc. 10984; note 38(i))
      steel: 8708.10.30 in 16(c)(vii); all goods of the code are listed, since
      2026-04-06 (HTS 2026 Rev 6 ch.99 note 16(c) text + Rev 20/21 deltas (Proc.
      11021, 91 FR 18201; Proc. 11032, 91 FR 34085))"
  `);
});

test('an open answer: what to find out and why, and what follows from it', () => {
  const facts = { contains_listed_metal: true, metal_weight_share: 0.4, russian_aluminum: false };
  const cable: DutyItem = { code: '8544.42.10', origin: 'CA', entry_date: '2026-09-15', facts };
  expect(head(text(cable))).toMatchInlineSnapshot(`
    "8544.42.10  not settled  goods of Canada (CA), entered on 2026-09-15
      The law was read to 2026-10-09.

    Still to find out
      1. Which of these uses does the importer certify: making or repairing
         automobiles, making or repairing trucks, making farm or industrial
         equipment, making motorcycles, all in the United States, or parts of
         automobiles that are products of the United Kingdom?
         Decides between 9903.74.09, 9903.74.10, 9903.82.06, 9903.82.09, 9903.82.13,
         9903.82.23, …. Say --fact certified_use=none, or any of
         us_automobile_production, us_truck_production, us_equipment_production,
         us_motorcycle_production, uk_automobiles
      2. What share of each listed metal was melted and poured (steel) or smelted
         and cast (aluminum, copper) in the United States? Give the lowest of them.
         Decides between 9903.82.06, 9903.82.09, 9903.82.23, 9903.82.25. Say --fact
         us_metal_share=4% or 0.04
      3. Do the goods originate under the USMCA?
         Decides between 9903.74.10, 9903.82.06, 9903.82.09, 9903.82.13, 9903.82.23,
         9903.82.25, …. Say --fact usmca_originating=yes|no
      4. Are the goods a knock-down kit or a compilation of parts?
         Decides between 9903.74.09, 9903.74.10, 9903.82.06, 9903.82.09, 9903.82.13,
         9903.82.23, …. Say --fact knock_down_kit=yes|no

    The sources leave open
      These headings fit and exclude each other, and nothing that was read says
      which goes first: 9903.94.07, 9903.74.09. Readings: 9903.94.07; 9903.74.09.
      (notes 33(p), 38(j): neither says what a part owes that is certified for both)
      A vehicle part that is free under the USMCA owes no parts duty. Is it still
      one of the entries of parts that the note frees from the duties on metals and
      wood? CBP said no in 2025 (CSMS 65236574); nothing was read for 2026.
      Readings: freed; owed. (notes 33(f), 38(h); CSMS 65236574)

    One of 31
      - 9903.82.13 (no duty)
          if Use that the importer certifies: making motorcycles in the US, not
             making or repairing automobiles in the US, not making or repairing
             trucks in the US
      - 9903.94.07 (25 percent added)
          if Use that the importer certifies: making or repairing automobiles in the
             US, not making or repairing trucks in the US; Originates under the
             USMCA: no
      - 9903.74.09 (25 percent added)
          if Use that the importer certifies: making or repairing trucks in the US,
             not making or repairing automobiles in the US; Originates under the
             USMCA: no
      - 9903.82.25 (15 percent in total with column 1)
          if Use that the importer certifies: making farm or industrial equipment in
             the US, not making motorcycles in the US, not making or repairing
             automobiles in the US, not making or repairing trucks in the US; Metal
             melted, poured or smelted in the US: below 85%
      - 9903.82.23 (10 percent in total with column 1)
          if Use that the importer certifies: making farm or industrial equipment in
             the US, not making motorcycles in the US, not making or repairing
             automobiles in the US, not making or repairing trucks in the US; Metal
             melted, poured or smelted in the US: at least 85%
      - 9903.82.09 (25 percent added)
          if Use that the importer certifies: not making motorcycles in the US, not
             making farm or industrial equipment in the US, not making or repairing
             automobiles in the US, not making or repairing trucks in the US; Metal
             melted, poured or smelted in the US: below 85%
      - 9903.82.06 (10 percent added)
          if Use that the importer certifies: not making motorcycles in the US, not
             making farm or industrial equipment in the US, not making or repairing
             automobiles in the US, not making or repairing trucks in the US; Metal
             melted, poured or smelted in the US: at least 85%
      - 9903.94.07 (25 percent added)
          if Use that the importer certifies: making or repairing automobiles in the
             US and making or repairing trucks in the US; Originates under the
             USMCA: no; If the law is read as “9903.94.07”
      - 9903.74.09 (25 percent added)
          if Use that the importer certifies: making or repairing automobiles in the
             US and making or repairing trucks in the US; Originates under the
             USMCA: no; If the law is read as “9903.74.09”
      - 9903.94.07 (25 percent added)
          if Use that the importer certifies: making or repairing automobiles in the
             US, not making or repairing trucks in the US; Originates under the
             USMCA: yes; Knock-down kit or compilation of parts: yes
      - 9903.74.09 (25 percent added)
          if Use that the importer certifies: making or repairing trucks in the US,
             not making or repairing automobiles in the US; Originates under the
             USMCA: yes; Knock-down kit or compilation of parts: yes
      - 9903.94.07 (25 percent added)
          if Use that the importer certifies: making or repairing automobiles in the
             US and making or repairing trucks in the US; Originates under the
             USMCA: yes; Knock-down kit or compilation of parts: yes; If the law is
             read as “9903.94.07”
      and 19 more; each answer leaves fewer

    Listed
      copper: 8544.42.10 in 16(c)(viii); all goods of the code are listed, since
      2026-04-06 (HTS 2026 Rev 6 ch.99 note 16(c) text + Rev 20/21 deltas (Proc.
      11021, 91 FR 18201; Proc. 11032, 91 FR 34085))"
  `);
});

test('contested law: the question and both readings', () => {
  const known = { pharmaceutical: 'patented', named_company: true, specialty_pharmaceutical: false };
  const facts = { ...known, us_active_ingredient: false, approvals: ['onshoring_plan'] };
  const drug: DutyItem = { code: '2918.99.3000', origin: 'JP', entry_date: '2026-08-01', facts };
  expect(head(text(drug))).toMatchInlineSnapshot(`
    "2918.99.3000  not settled  goods of Japan (JP), entered on 2026-08-01
      The law was read to 2026-10-09.

    The sources leave open
      When goods of a deal partner come from a company with an approved onshoring
      plan, two headings of note 40 fit and exclude each other. Public sources
      differ: the partner's 15 percent in total (the lowest rate, said to be clause
      8 of Proc. 11020), or the 20 percent added of the onshoring plan. Readings:
      partner; onshoring. (note 40(a), Rev 20; two public tests contradict each
      other)

    One of 2
      - 9903.04.62 (15 percent in total with column 1)
          if If the law is read as “partner”
      - 9903.04.64 (20 percent added)
          if If the law is read as “onshoring”

    Listed
      pharmaceuticals: 2918.99.3000 in 40(c); all goods of the code are listed,
      since 2026-07-31 (Proc. 11020 (91 FR 18183); HTS 2026 Rev 14 to 19, ch. 99
      subch. III note 40(c), text read as printed in Rev 19)

    Announced
      2026-09-29  pharmaceuticals: duty for all companies: 9903.04.61 has ended, the
                  list is renumbered, 9903.04.70 is new (law; note 40(e), Rev 20
                  change record)"
  `);
});

test('a short code: the ten digits come first', () => {
  expect(head(text({ code: '7326.90.86', entry_date: '2026-09-15' }))).toMatchInlineSnapshot(`
    "7326.90.86  not settled  origin not known, entered on 2026-09-15
      The law was read to 2026-10-09.

    Still to find out
      1. What are the ten digits of the number? The goods under this one are not all
         on the same lists.
         Give the ten-digit number that fits the goods.

    Listed
      steel: 7326.90.8605, 7326.90.8610, 7326.90.8630, 7326.90.8635, 7326.90.8645,
      7326.90.8688 in 16(c)(iv); all goods of the code are listed, since 2026-04-06
      (HTS 2026 Rev 6 ch.99 note 16(c) text + Rev 20/21 deltas (Proc. 11021, 91 FR
      18201; Proc. 11032, 91 FR 34085))
      steel: 7326.90.8660, 7326.90.8675, 7326.90.8676, 7326.90.8677 in 16(c)(vii);
      all goods of the code are listed, since 2026-04-06 (HTS 2026 Rev 6 ch.99 note
      16(c) text + Rev 20/21 deltas (Proc. 11021, 91 FR 18201; Proc. 11032, 91 FR
      34085))"
  `);
});

test('a short answer: what may be declared, the first question, and what it leaves out', () => {
  expect(text({ code: '8302.41.6080', origin: 'CN', entry_date: '2026-09-15' }, {})).toMatchInlineSnapshot(`
    "8302.41.6080  not settled  goods of China (CN), entered on 2026-09-15
      The law was read to 2026-10-09.

    Declare one of
      - 9903.85.68 (200 percent added)
      - 9903.82.01 (no duty)
      - 9903.82.03 (no duty)
      - 9903.82.09 (25 percent added)
      and 5 more; each answer leaves fewer

    Find out first
      What share of the weight are the metals that the lists name for this code,
      together?
        Decides between 9903.82.01, 9903.82.03, 9903.82.06, 9903.82.09, 9903.85.68.
        Say --fact metal_weight_share=4% or 0.04
      At most 4 more questions can follow.

    Not looked at: Section 301 on goods of China, Section 301 on forced labour,
    antidumping and countervailing duties, the column 1 duty itself, the merchandise
    processing fee.
    --all shows more: 19 alternatives, 2 open questions of law, 2 listings."
  `);
  expect(text(part, {})).toMatchInlineSnapshot(`
    "8708.10.3050  settled  goods of Japan (JP), entered on 2026-04-10
      The law was read to 2026-10-09.

    Declare
      9903.94.43: 15 percent in total with column 1
        parts of Japan, column 1 below 15: 15 in total
        auto_parts; US-Japan agreement, date secondary; HTS 2026 Rev 10 heading row;
        Rev 11 to 20 change records name no 9903.94 change
      9903.74.11: no duty
        numbers of note 38(i): not a part of a medium- or heavy-duty vehicle
        mhd_parts; Proc. 10984 (90 FR 48451); HTS 2026 Rev 10 heading row, same in a
        Rev 21 extraction
      Duty: 10000.00 USD x (15% - 2.5% column 1) = 1250.00 USD

    Not looked at: the Section 122 surcharge, antidumping and countervailing duties,
    the column 1 duty itself, the merchandise processing fee.
    --all shows more: 1 displaced duty, 4 listings."
  `);
});

test('no line is longer than the terminal, and colours are only added', () => {
  const items: DutyItem[] = [
    part,
    { code: '8708.10.3050' },
    { code: '3818.00.0020', entry_date: '2026-12-10' },
    { code: '2933.99.6500' },
  ];
  for (const item of items) {
    for (const all of [true, false]) {
      const plain = text(item, { all });
      for (const line of plain.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
      expect(plain).not.toContain('\u001b');
      expect(Bun.stripANSI(text(item, { colour: true, all }))).toBe(plain);
    }
  }
});

test('a code with control characters cannot move the cursor', () => {
  expect(text({ code: '\t7206\n' })).not.toContain('\t');
});
