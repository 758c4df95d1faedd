import { expect, test } from 'bun:test';
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

test('every request of the corpus is read', () => {
  expect(corpusCases().length).toBe(corpusRequests().length);
});
