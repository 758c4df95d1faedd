import { expect, test } from 'bun:test';
import { tempStorage, testClock } from '../../../test/support/temp.ts';
import { Lockout } from './lockout.ts';
import { PasswordCheck } from './password-check.ts';

test('however many attempts come at once, one password of a stranger and one of a known browser is checked at a time', async () => {
  const clock = testClock();
  const passwordCheck = new PasswordCheck(new Lockout(tempStorage(), clock), clock);
  const running = { stranger: 0, known: 0 };
  const most = { stranger: 0, known: 0 };
  const check = (kind: 'stranger' | 'known') => async () => {
    most[kind] = Math.max(most[kind], ++running[kind]);
    // Whoever else may check begins meanwhile.
    await Bun.sleep(0);
    running[kind]--;
  };
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => [
      passwordCheck.stranger(`network ${i}`, check('stranger')),
      passwordCheck.known(`device 1 ${i}`, check('known')),
    ]).flat(),
  );
  expect(answers.map(({ checked }) => checked)).toEqual(Array(40).fill(true));
  expect(most).toEqual({ stranger: 1, known: 1 });
});

test('a check that throws ends neither kind', async () => {
  const clock = testClock();
  const passwordCheck = new PasswordCheck(new Lockout(tempStorage(), clock), clock);
  const fail = () => Promise.reject(new Error('no memory for the hash'));
  await expect(passwordCheck.known('device 1 a', fail)).rejects.toThrow('no memory');
  await expect(passwordCheck.stranger('network', fail)).rejects.toThrow('no memory');
  const right = async () => 'right';
  expect(await passwordCheck.known('device 1 a', right)).toEqual({ checked: true, result: 'right' });
  expect(await passwordCheck.stranger('network', right)).toEqual({ checked: true, result: 'right' });
});
