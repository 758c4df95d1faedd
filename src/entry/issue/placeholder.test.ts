import { expect, test } from 'bun:test';
import groups from '../../../data/entry/placeholders.json' with { type: 'json' };
import { isPlaceholderEmail, isWithheld, isZeroNumber, placeholderMeaning } from './placeholder.ts';

test.each([
  'N/A',
  'n/a',
  'n.a.',
  'NA',
  'none',
  '-',
  '—',
  '...',
  '???',
  'XXX',
  'N/A\nN/A',
  'n/a, n/a',
  'Ｎ／Ａ',
  'Nicht zutreffend',
  'sans objet',
  'No aplica',
  'non applicabile',
  '不适用',
  '該当なし',
  '해당없음',
  'не применимо',
  'لا ينطبق',
  'לא רלוונטי',
  'लागू नहीं',
  'ไม่มี',
  'Não aplicável',
])('%p says that there is none', (text) => expect(placeholderMeaning(text)).toBe('none'));

test.each([
  ['TBD', 'later'],
  ['tba.', 'later'],
  ['To be determined', 'later'],
  ['Not yet known.', 'later'],
  ['wird nachgereicht', 'later'],
  ['à déterminer', 'later'],
  ['待定', 'later'],
  ['추후 통보', 'later'],
  ['(unknown)', 'withheld'],
  ['Confidential', 'withheld'],
  ['CONFIDENTIAL – available upon request', 'withheld'],
  ['Confidential (trade secret)', 'withheld'],
  ['N/A - confidential', 'withheld'],
  ['Available on request', 'withheld'],
  ['Trade secret', 'withheld'],
  ['vertraulich', 'withheld'],
  ['Auf Anfrage', 'withheld'],
  ['confidentiel', 'withheld'],
  ['Confidencial', 'withheld'],
  ['riservato', 'withheld'],
  ['保密', 'withheld'],
  ['商業機密', 'withheld'],
  ['社外秘', 'withheld'],
  ['대외비', 'withheld'],
  ['On file', 'elsewhere'],
  ['Kept on file', 'elsewhere'],
  ['Refer to test report', 'elsewhere'],
  ['Please refer to the test report.', 'elsewhere'],
  ['see attached', 'elsewhere'],
  ['Same as above', 'elsewhere'],
  ['same as manufacturer', 'elsewhere'],
  ['"ditto"', 'elsewhere'],
  ['siehe Prüfbericht', 'elsewhere'],
  ['s.o.', 'elsewhere'],
  ["voir rapport d'essai", 'elsewhere'],
  ['Voir ci-dessus', 'elsewhere'],
  ['Ver informe de ensayo', 'elsewhere'],
  ['vedi allegato', 'elsewhere'],
  ['come sopra', 'elsewhere'],
  ['同上', 'elsewhere'],
  ['见测试报告', 'elsewhere'],
  ['詳見附件', 'elsewhere'],
  ['別紙参照', 'elsewhere'],
  ['試験報告書を参照', 'elsewhere'],
  ['시험성적서 참조', 'elsewhere'],
  ['위와 같음', 'elsewhere'],
] as const)('%p means %s', (text, meaning) => expect(placeholderMeaning(text)).toBe(meaning));

test.each([
  '3M',
  'LG',
  'H&M',
  'X',
  'Nana Ltd.',
  'None Such Ltd.',
  'Unknown Pleasures LLC',
  'TBD Industries',
  'Pending Goods Co.',
  'NATO',
  '🚲',
  '成人头盔',
  '2-11-3, Tokyo',
  '12 Main Street, N/A, Springfield',
  'Confidential Toys Ltd.',
  'On File Systems Inc.',
  'Same Day Freight',
  'Above All Trading Co.',
  'Attached Goods GmbH',
  'Vertraulich & Söhne KG',
  'Test Report Laboratories',
  '同上街12号',
  '保密路5号',
  '无锡贸易有限公司',
  'Na Li',
  'Report 7',
])('%p states something', (text) => {
  expect(placeholderMeaning(text)).toBeUndefined();
  expect(isWithheld(text)).toBe(false);
});

test.each([
  'Confidential, Shenzhen, China',
  'On file\nShenzhen, China',
  'Same as above; China',
  'Refer to test report HT-2026-0417',
  'see attached report no. 12',
  'as per invoice 4711',
  '保密，深圳，中国',
])('%p leaves out what has to be written out', (text) => expect(isWithheld(text)).toBe(true));

test.each(['1 Test Report Road, London', '88 Keji Road, Unit N/A, Shenzhen', 'Attached Lane 4, Leeds'])(
  '%p is written out',
  (text) => expect(isWithheld(text)).toBe(false),
);

test('each group has its language and its source, and no text has two meanings', () => {
  for (const { language, source, texts } of groups) {
    expect(language).toMatch(/^[a-z]{2}$/);
    expect(source).toEndWith('.');
    expect(texts.length).toBeGreaterThan(0);
  }
});

test.each(['none@none.com', 'tbd@tbd.org', 'confidential@confidential.com'])('%p is no address', (email) =>
  expect(isPlaceholderEmail(email)).toBe(true),
);

test.each(['none@brightharbor.example', 'info@none.com', 'na.li@na.example', 'office@confidential-toys.example'])(
  '%p is an address',
  (email) => expect(isPlaceholderEmail(email)).toBe(false),
);

test.each(['0000000', '+1 000 000 0000', '(000) 000-0000', '００００００００'])('%p is no number', (text) =>
  expect(isZeroNumber(text)).toBe(true),
);

test.each(['+86 755 8888 8888', '+44 20 7000 0000', '1000000', '+1 800 000 0001', 'n/a'])(
  '%p is none of zeros',
  (text) => expect(isZeroNumber(text)).toBe(false),
);
