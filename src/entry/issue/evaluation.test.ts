import { describe, expect, test } from 'bun:test';
import { NOW_MS } from '../../../test/support/certificate-fixtures.ts';
import { STATE_CASES } from '../../../test/support/state-cases.ts';
import { CERTIFICATE_STATES } from '../../domain/certificate.ts';
import { CONDITIONS } from './conditions.ts';
import { evaluate } from './evaluation.ts';
import { readRequest } from './validate.ts';

describe('the state of a request', () => {
  test.each(STATE_CASES.map((each) => [each.name, each] as const))('%s', (_, { body, form, ...expected }) => {
    const { state, missing, defects } = evaluate(readRequest(body, NOW_MS, form));
    expect({ state, missing, defects: defects.map(({ kind, path }) => `${kind} ${path}`) }).toEqual({
      state: expected.state,
      missing: expected.missing,
      defects: expected.defects,
    });
  });

  test('each state has a case', () => {
    expect(new Set(STATE_CASES.map(({ state }) => state))).toEqual(new Set(CERTIFICATE_STATES));
  });

  test.each(CONDITIONS.map((condition) => [condition.kind, condition] as const))(
    'the condition %s has a source and is found in a case',
    (_, { source, message, find }) => {
      expect(source).toMatch(/^(16 CFR|15 U\.S\.C\.) \d/);
      expect(message).toEndWith('.');
      expect(STATE_CASES.some(({ body, form }) => find(readRequest(body, NOW_MS, form)).length > 0)).toBe(true);
    },
  );

  test('kinds differ', () => expect(new Set(CONDITIONS.map(({ kind }) => kind)).size).toBe(CONDITIONS.length));
});
