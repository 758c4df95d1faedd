/** What the registry may answer: texts where numbers and flags would be, and anything at all. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readImportId, readVerdict, showsVersion } from './registry-answers.ts';

const VERSION = { productId: 'P', versionId: 'V1' };
const core = { primaryProductId: 'P', versionId: 'V1' };
const log = (validations: unknown, more: object = {}) => ({
  percentComplete: '100',
  productList: [{ coreProduct: core, validations }],
  ...more,
});

test.each<[unknown, string | undefined]>([
  [{ importId: 'I-1' }, 'I-1'],
  [{ importId: 17 }, '17'],
  [{ importId: '' }, undefined],
  [{ importId: 'x'.repeat(101) }, undefined],
  [{ importId: '../1' }, undefined],
  [{ importId: 'a\nb' }, undefined],
  [{ importId: ['I-1'] }, undefined],
  [['I-1'], undefined],
  [null, undefined],
])('the import id of %j is %j', (answer, id) => {
  expect(readImportId(answer)).toBe(id);
});

describe('a verdict', () => {
  test.each<[string, unknown, string]>([
    ['imported', log({ importedInd: 'Y' }), 'accepted'],
    ['imported, in words', log({ importedInd: 'true' }), 'accepted'],
    ['imported, as a boolean', log({ importedInd: true }), 'accepted'],
    ['not imported', log({ importedInd: 'N', errors: [] }), 'refused'],
    ['another word', log({ importedInd: 'maybe' }), 'pending'],
    ['no flag', log({ errorDetectedInd: 'N' }), 'pending'],
    ['no validations', log(undefined), 'pending'],
    ['under way', log({ importedInd: 'Y' }, { percentComplete: '99' }), 'pending'],
    ['a number of percent', log({ importedInd: 'Y' }, { percentComplete: 100 }), 'accepted'],
    [
      'another product among several',
      {
        percentComplete: '100',
        productList: [
          { coreProduct: { ...core, versionId: 'V2' }, validations: { importedInd: 'Y' } },
          { validations: { importedInd: 'Y' } },
        ],
      },
      'pending',
    ],
    ['a log without products', { percentComplete: '100' }, 'pending'],
    ['text', 'accepted', 'pending'],
  ])('%s', (_, answer, state) => {
    expect(readVerdict(answer, VERSION).state as string).toBe(state);
  });

  test('keeps at most 50 errors, each text on one line and of bounded length', () => {
    const errors = Array.from({ length: 500 }, () => ({
      errorCode: 2005,
      errorField: null,
      errorMessage: `a\r\n\u202e${'x'.repeat(5000)}`,
    }));
    const verdict = readVerdict(log({ importedInd: 'N', errors: [...errors, 'text', null] }), VERSION);
    expect(verdict.errors).toHaveLength(50);
    expect(verdict.errors[0]).toEqual({ code: '2005', field: '', message: expect.stringMatching(/^a x{490,500}$/) });
  });
});

test('a version is shown only by an object with its product and its version', () => {
  expect(showsVersion({ certificate: { coreProduct: core } }, VERSION)).toBe(true);
  expect(showsVersion([{ ...core, versionId: 'V10' }], VERSION)).toBe(false);
  expect(showsVersion({ status: 'ok', query: 'P V1' }, VERSION)).toBe(false);
});

test('no answer makes it throw, and none is accepted by chance', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (answer) => {
      expect(readVerdict(answer, VERSION).state).toBe('pending');
      expect(showsVersion(answer, VERSION)).toBe(false);
      readImportId(answer);
    }),
  );
});
