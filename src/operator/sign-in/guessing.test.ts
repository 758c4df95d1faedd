/** Guessing: what strangers can try, and that they keep nobody out who has signed in before. */
import { describe, expect, test } from 'bun:test';
import { runs } from '../../../test/support/seed.ts';
import { PASSWORD, startOperator, type Visitor } from '../../../test/support/visitor.ts';

const start = () => startOperator({ trust_proxy: '127.0.0.1, ::1' });
type Started = Awaited<ReturnType<typeof start>>;

/** A browser at this address that has never signed in. */
const from = ({ visitor }: Started, address: string) => visitor({ 'x-forwarded-for': address });
const status = async (someone: Visitor, password = 'wrong password', name = '') =>
  (await someone.signIn(password, name)).status;
/** Uses up the free attempts of an address. */
async function lockOut(started: Started, address: string): Promise<void> {
  for (let i = 0; i < 5; i++) await status(from(started, address));
  expect(await status(from(started, address), PASSWORD)).toBe(429);
}

describe('a browser that has signed in before', () => {
  test('signs in although its address is locked out', async () => {
    const started = await start();
    const known = from(started, '203.0.113.7');
    expect(await status(known, PASSWORD)).toBe(303);
    await lockOut(started, '203.0.113.7');
    for (let i = 0; i < runs(12, 50); i++) expect([i, await status(known, PASSWORD)]).toEqual([i, 303]);
  });

  test('has its own lockout, after which it counts as a stranger', async () => {
    const started = await start();
    const known = from(started, '203.0.113.7');
    await status(known, PASSWORD);
    const { device } = known;
    // Five of its own, then five of the network.
    for (let i = 0; i < 10; i++) expect([i, await status(known)]).toEqual([i, 403]);
    expect(await status(known, PASSWORD)).toBe(429);
    // The same cookie in a thief's browser has no attempts left either, except those of any stranger.
    const thief = from(started, '198.51.100.9');
    thief.device = device;
    for (let i = 0; i < 5; i++) expect([i, await status(thief)]).toEqual([i, 403]);
    expect(await status(thief)).toBe(429);
    const other = from(started, '203.0.113.8');
    expect(await status(other, PASSWORD)).toBe(303);
  });

  test.each<[string, (device: string) => string]>([
    ['changed in one bit', (device) => device.slice(0, -1) + (device.endsWith('A') ? 'E' : 'A')],
    ['cut', (device) => device.slice(0, -3)],
    ['with another id', (device) => device.replace(/=(.)/, (_, letter) => `=${letter === 'x' ? 'y' : 'x'}`)],
    ['for another operator', (device) => device.replace('device_1', 'device_2')],
    ['empty', (device) => device.replace(/=.*/, '=')],
  ])('is not one whose cookie is %s', async (_, forge) => {
    const started = await start();
    await started.addOperator('second', 'reader');
    const known = from(started, '203.0.113.7');
    await status(known, PASSWORD);
    await lockOut(started, '203.0.113.7');
    const forger = from(started, '203.0.113.7');
    forger.device = forge(known.device);
    expect(await status(forger, PASSWORD)).toBe(429);
    expect(await status(forger, PASSWORD, 'second')).toBe(429);
    expect(await status(known, PASSWORD)).toBe(303);
  });

  test('is new again after another password', async () => {
    const started = await start();
    const known = from(started, '203.0.113.7');
    await status(known, PASSWORD);
    started.clock.ms += 1;
    await known.get('/operator/password');
    const chosen = 'another good password';
    await known.post('/operator/password', { present: PASSWORD, chosen, repeated: chosen });
    for (let i = 0; i < 5; i++) await status(from(started, '203.0.113.7'));
    expect(await status(known, chosen)).toBe(429);
  });

  test('keeps its cookie for 400 days, out of reach of scripts and other sites', async () => {
    const { visitor } = await start();
    const someone = visitor({ 'x-forwarded-proto': 'https' });
    // The sign-in form of a plain connection is not used here.
    await someone.get('/operator/sign-in');
    const { response } = await someone.signIn();
    const [session, device] = response.headers.getSetCookie();
    expect(session).toStartWith('__Host-portside_operator=');
    expect(device).toStartWith('__Host-portside_device_1=');
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/', 'Max-Age=34560000'])
      expect(device).toContain(part);
  });
});

describe('strangers', () => {
  test('of 200 networks at once get no more than forty attempts and then one in five seconds; the others are refused at once', async () => {
    const started = await start();
    const { clock } = started;
    const began = clock.ms;
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => status(from(started, `10.0.${i}.1`))));
    const refused = answers.filter((answer) => answer === 403).length;
    // The clock of the test moves on while strangers wait.
    expect(refused).toBeLessThanOrEqual(40 + Math.floor((clock.ms - began) / 5000));
    expect(refused).toBeGreaterThanOrEqual(20);
    expect(answers.filter((answer) => answer !== 403 && answer !== 429)).toEqual([]);
  });

  test('of 60 networks one after another get no more either', async () => {
    const started = await start();
    const { clock } = started;
    const began = clock.ms;
    let checked = 0;
    for (let i = 0; i < 60; i++) if ((await status(from(started, `10.4.${i}.1`))) === 403) checked++;
    expect(checked).toBeGreaterThanOrEqual(40);
    expect(checked).toBeLessThanOrEqual(40 + Math.floor((clock.ms - began) / 5000));
  });

  test('do not learn which names exist', async () => {
    const started = await start();
    const known = await from(started, '10.1.0.1').signIn('wrong password', 'owner');
    const unknown = await from(started, '10.1.0.2').signIn('wrong password', 'nobody');
    const text = (html: string) => html.replace(/name="csrf" value="[^"]+"|value="(owner|nobody)"/g, '');
    expect([known.status, text(known.html)]).toEqual([unknown.status, text(unknown.html)]);
  });

  test('fill no disk with audit rows, and a password typed as a name is in none', async () => {
    const started = await start();
    const { clock, storage } = started;
    for (let i = 0; i < runs(100, 400); i++) {
      // The hash of an operator is a cheap one here. A name that is no operator's takes the full time.
      await status(from(started, `10.2.${i % 200}.1`), 'wrong password', i < 1 ? 'hunter2hunter2' : 'owner');
      clock.ms += 5000;
    }
    const rows = storage.recordsFile.query<{ detail: string }, []>(
      "SELECT * FROM audit WHERE action = 'operator.refuse'",
    );
    const details = rows.all().map(({ detail }) => detail);
    expect(details.length).toBeLessThan(40);
    expect(details).toContain(`wrong name or password, number ${runs(80, 320)} in this hour`);
    expect(JSON.stringify(rows.all())).not.toContain('hunter2');
  });

  test('a failure that cannot be stored is not checked', async () => {
    const started = await start();
    const { storage, faults } = started;
    const known = started.visitor();
    await known.signIn();
    for (const what of ['INSERT', 'UPDATE']) {
      storage.recordsFile.run(
        `CREATE TRIGGER full_${what} BEFORE ${what} ON operator_failures BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
      );
    }
    const sessions = () => storage.recordsFile.query('SELECT * FROM operator_sessions').all().length;
    const before = sessions();
    for (const someone of [known, from(started, '10.3.0.1')]) {
      for (const password of [PASSWORD, 'wrong password']) expect(await status(someone, password)).toBe(500);
    }
    expect(sessions()).toBe(before);
    for (const what of ['INSERT', 'UPDATE']) storage.recordsFile.run(`DROP TRIGGER full_${what}`);
    expect(await status(known, PASSWORD)).toBe(303);
    expect(faults).toHaveLength(4);
  });
});
