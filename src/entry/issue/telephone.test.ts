import { expect, test } from 'bun:test';
import { isTelephone } from './telephone.ts';

test.each([
  '+86 755 1234 5678',
  '+1 (312) 555-0142',
  '555-0142',
  '555 0142 ext. 12',
  '+1 312 555 0142 x9',
  '＋８６ ７５５ １２３４ ５６７８',
  '٠١٢٣٤٥٦٧',
  'Fax +86 755 1234 5678',
  'Tel./Fax 0755-12345678; mobile 139',
])('%p is a telephone number', (text) => expect(isTelephone(text)).toBe(true));

test.each([
  'n/a',
  'none',
  '-',
  '',
  '123456',
  '12 ext 3456789',
  'ext 12',
  '555 x1234567',
  'see website',
  'exxon',
  // Letters of a keypad are not looked up.
  '1-800-FLOWERS',
])('%p is not', (text) => expect(isTelephone(text)).toBe(false));
