import { expect, test } from 'bun:test';
import { CERTIFICATE_STATES } from '../../src/domain/certificate.ts';
import { CONDITIONS } from '../../src/entry/issue/conditions.ts';
import { corpusRequests } from './certificate-corpus.ts';
import { corpusCases } from './document-cases.ts';
import { SCRIPT_SAMPLES } from './script-samples.ts';

test('the corpus is the same every time', () => {
  expect(JSON.stringify(corpusRequests())).toBe(JSON.stringify(corpusRequests()));
});

test('the corpus has at least 150 certificates, of both versions, each with its own name, four in every script', () => {
  const requests = corpusRequests();
  expect(requests.length).toBeGreaterThanOrEqual(150);
  expect(new Set(requests.map(({ name }) => name)).size).toBe(requests.length);
  expect(new Set(requests.map(({ form }) => form))).toEqual(new Set(['v1', 'v2']));
  for (const { script } of SCRIPT_SAMPLES) {
    expect([script, requests.filter(({ name }) => name.startsWith(`${script}-`)).length >= 4]).toEqual([script, true]);
  }
});

test('the corpus has each state at least 25 times, and every kind of defect', () => {
  const certificates = corpusCases().map(({ certificate }) => certificate);
  expect(certificates.length).toBe(corpusRequests().length);
  const states = Map.groupBy(certificates, ({ state }) => state);
  for (const state of CERTIFICATE_STATES)
    expect([state, (states.get(state)?.length ?? 0) >= 25]).toEqual([state, true]);
  const found = new Set(
    CONDITIONS.filter(({ find }) => certificates.some(({ request }) => find(request).length > 0)).map(
      ({ kind }) => kind,
    ),
  );
  expect(CONDITIONS.map(({ kind }) => kind).filter((kind) => !found.has(kind))).toEqual([]);
});
