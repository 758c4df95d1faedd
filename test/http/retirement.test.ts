/** The deprecation table reaches the wire: what is in it is announced with every answer, refusals included. */
import { expect, test } from 'bun:test';
import { edge, type Gate } from '../../src/http/edge.ts';
import { RETIREMENTS, retirementHeaders } from '../../src/http/retirement.ts';
import { testClock } from '../temp.ts';

const retirement = { deprecatedOn: '2027-01-15', sunsetOn: '2028-01-15', moreUrl: 'https://portside.example/news' };

test('dates are written as RFC 9745 and RFC 8594 want them', () => {
  expect(retirementHeaders(retirement)).toEqual({
    deprecation: '@1799971200',
    sunset: 'Sat, 15 Jan 2028 00:00:00 GMT',
    link: '<https://portside.example/news>; rel="deprecation"; type="text/html"',
  });
});

test('an address in the table says so, and no other does', async () => {
  const gate = { products: new Map(), clock: testClock(), contact: 'c', retirements: new Map([['/old', retirement]]) };
  const app = edge(gate as unknown as Gate)
    .get('/old', () => 'still here')
    .get('/new', () => 'here');
  const old = await app.handle(new Request('http://localhost/old'));
  expect([old.status, old.headers.get('sunset')]).toEqual([200, 'Sat, 15 Jan 2028 00:00:00 GMT']);
  const refused = await app.handle(new Request('http://localhost/old', { method: 'DELETE' }));
  expect([refused.status, refused.headers.get('deprecation')]).toEqual([405, '@1799971200']);
  expect((await app.handle(new Request('http://localhost/new'))).headers.get('deprecation')).toBeNull();
});

test('what is retired is retired for at least a year, and in order', () => {
  for (const { deprecatedOn, sunsetOn } of RETIREMENTS.values()) {
    expect(Date.parse(sunsetOn) - Date.parse(deprecatedOn)).toBeGreaterThanOrEqual(365 * 86_400_000);
  }
});
