import { describe, expect, test } from 'bun:test';
import { PortsideError } from '../domain/errors.ts';
import { embeddedTariff } from './embedded.ts';
import { Tariff } from './tariff.ts';

function tariffAt(start: string) {
  const clock = { at: Date.parse(start), now: () => clock.at };
  return { clock, tariff: new Tariff(embeddedTariff(), clock) };
}

describe('the tariff on a date', () => {
  test('today changes at midnight in New York, in winter and in summer, and follows a clock set back', () => {
    const { clock, tariff } = tariffAt('2026-11-20T04:59:59Z');
    expect(tariff.today()).toBe('2026-11-19');
    clock.at += 1_000;
    expect(tariff.today()).toBe('2026-11-20');
    clock.at -= 1_000;
    expect(tariff.today()).toBe('2026-11-19');
    clock.at = Date.parse('2026-06-08T03:59:59Z');
    expect(tariff.today()).toBe('2026-06-07');
    clock.at += 1_000;
    expect(tariff.at().headers['X-Tariff-As-Of']).toBe('2026-06-08');
  });

  test('the headers name the derivative list in force', () => {
    const { tariff } = tariffAt('2026-11-20T17:00:00Z');
    expect(tariff.at().headers).toEqual({
      'X-Tariff-List': 'note-16c',
      'X-Tariff-List-Version': '2026-10-09+1',
      'X-Tariff-As-Of': '2026-11-20',
      'X-Tariff-Law-Read-To': '2026-10-09',
    });
    expect(tariff.at('2026-04-05').headers['X-Tariff-List']).toBe('metals-2025');
    expect(tariff.at('2026-04-06').headers['X-Tariff-List']).toBe('note-16c');
    expect(tariff.at('2031-01-01').headers['X-Tariff-List']).toBe('note-16c');
  });

  test.each([
    '2025-03-11',
    '1999-01-01',
    '2025-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-1-1',
    '',
    'today',
    '2026-11-20 ',
    '٢٠٢٦-١١-٢٠',
    '12026-11-20',
  ])('%p is refused and not clamped', (date) => {
    const { tariff } = tariffAt('2026-11-20T17:00:00Z');
    let refusal: unknown;
    try {
      tariff.at(date);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(PortsideError);
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ path: '/as_of' }] });
  });

  test.each(['2025-03-12', '2028-02-29', '2026-12-31', '9999-12-31'])('%s is answered', (date) => {
    expect(tariffAt('2026-11-20T17:00:00Z').tariff.at(date).asOf).toBe(date);
  });

  test('new lookups see a replacement at once; a TariffOnDate from before does not', () => {
    const { tariff } = tariffAt('2026-11-20T17:00:00Z');
    const before = tariff.at();
    tariff.replace({ lists: tariff.data.lists.filter((list) => list.list_id !== 'note-16c') });
    expect(before.lookup('7326.90.8688').hit).toBe(true);
    expect(tariff.at().lookup('7326.90.8688').hit).toBe(false);
    expect(tariff.at('2026-04-05').lookup('7326.90.8688').hit).toBe(true);
  });

  test('a caller cannot change an answer, which others share', () => {
    const { adjacent_hits } = tariffAt('2026-11-20T17:00:00Z').tariff.at().lookup('7326.90.8688');
    expect(Object.isFrozen(adjacent_hits) && adjacent_hits.every(Object.isFrozen)).toBe(true);
  });
});
