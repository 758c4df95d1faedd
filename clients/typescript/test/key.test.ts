import { expect, test } from 'bun:test';
import table from '../../go/portsidetest/conformance.json';
import { ApiKeyError, Portside } from '../src/index.ts';

const sentences = { absent: 'No API key', malformed: 'This is not a Portside API key', misspelt: 'a typing mistake' };

for (const { key, fault } of table.keys) {
  test(`key ${JSON.stringify(key)}: ${fault ?? 'good'}`, () => {
    const make = () => new Portside({ apiKey: key });
    if (!fault) return void expect(make()).toBeInstanceOf(Portside);
    expect(make).toThrow(ApiKeyError);
    expect(make).toThrow(sentences[fault as keyof typeof sentences]);
    if (key.trim().length > 4) expect(make).not.toThrow(key.trim());
  });
}

test('the key comes from PORTSIDE_API_KEY if none is passed', () => {
  const before = process.env.PORTSIDE_API_KEY;
  try {
    process.env.PORTSIDE_API_KEY = 'svc_Portside0Scripted02QNBRF';
    expect(new Portside()).toBeInstanceOf(Portside);
    delete process.env.PORTSIDE_API_KEY;
    expect(() => new Portside()).toThrow('No API key');
  } finally {
    if (before !== undefined) process.env.PORTSIDE_API_KEY = before;
  }
});
