import { describe, expect, test } from 'bun:test';
import { startOperator, Visitor } from '../../../test/support/visitor.ts';

const { operator: owner, visitor, addOperator, storage, faults } = await startOperator();
const passwordIn = (html: string) => /<pre id="password">([^<]+)<\/pre>/.exec(html)?.[1];
const once = async () => Visitor.hidden((await owner.get('/operator/operators')).html, 'once');
const names = async () => (await storage.operator.list()).map(({ name }) => name);

describe('adding an operator', () => {
  test('shows a password once, which signs in, and sending the form again neither shows nor changes it', async () => {
    const fields = { name: 'ines', role: 'issuer', once: await once() };
    const { status, html } = await owner.post('/operator/operators', fields);
    const password = passwordIn(html)!;
    expect([status, password]).toEqual([200, expect.stringMatching(/^[2-9a-z]{5}(-[2-9a-z]{5}){3}$/)]);
    const again = await owner.post('/operator/operators', { ...fields, name: 'other' });
    expect([again.status, passwordIn(again.html)]).toEqual([409, undefined]);
    expect((await owner.get('/operator/operators')).html).not.toContain(password);
    const ines = visitor();
    expect((await ines.signIn(password, 'ines')).status).toBe(303);
    expect((await ines.signIn(password, ' INES ')).status).toBe(303);
    expect((await visitor().signIn(password, 'owner')).status).toBe(403);
    const stored = JSON.stringify(storage.recordsFile.query('SELECT * FROM operators').all());
    expect(stored).toContain('argon2id');
    expect(stored).not.toContain(password);
  });

  test.each([
    '',
    'Anna',
    '-x',
    'x'.repeat(33),
    'a b',
    'cli',
    'operator',
    'unknown',
    'configuration',
    'ö',
    'owner',
    '<b>',
  ])('the name %j is refused, and the form keeps it', async (name) => {
    const before = await names();
    const { status, html } = await owner.post('/operator/operators', { name, role: 'reader', once: await once() });
    expect([status, await names()]).toEqual([422, before]);
    expect(html).toContain(`name="name" value${name && `="${name.replaceAll('<', '&lt;')}"`} `);
  });

  test('an unknown role is refused', async () => {
    const { status, html } = await owner.post('/operator/operators', { name: 'x', role: 'admin', once: await once() });
    expect([status, html.includes('Choose a role')]).toEqual([422, true]);
  });
});

describe('changing an operator', () => {
  test('a new role, a new password and a removal end the sessions of that operator and no others', async () => {
    await addOperator('mona', 'reader');
    const mona = visitor();
    const isSignedIn = async () => (await mona.get('/operator/sessions')).status === 200;
    await mona.signIn(undefined, 'mona');
    expect(await isSignedIn()).toBe(true);
    expect((await owner.post('/operator/operators/mona/role', { role: 'issuer' })).status).toBe(303);
    expect(await isSignedIn()).toBe(false);
    await mona.signIn(undefined, 'mona');
    const reset = await owner.post('/operator/operators/mona/password', { once: await once() });
    expect(await isSignedIn()).toBe(false);
    expect((await mona.signIn(undefined, 'mona')).status).toBe(403);
    expect((await mona.signIn(passwordIn(reset.html), 'mona')).status).toBe(303);
    expect((await owner.post('/operator/operators/mona/remove')).status).toBe(303);
    expect(await isSignedIn()).toBe(false);
    expect((await mona.signIn(passwordIn(reset.html), 'mona')).status).toBe(403);
    expect((await owner.get('/operator/operators')).status).toBe(200);
    const audit = (await owner.get('/operator/audit?q=operator+mona')).html;
    for (const action of ['operator.role', 'password.set', 'operator.remove']) expect(audit).toContain(action);
  });

  test('the last owner stays an owner, and stays', async () => {
    for (const [path, fields] of [
      ['/operator/operators/owner/remove', {}],
      ['/operator/operators/owner/role', { role: 'reader' }],
    ] as const) {
      const { status, html } = await owner.post(path, fields);
      expect([path, status, html.includes('the only owner')]).toEqual([path, 422, true]);
    }
    expect((await owner.get('/operator/operators')).status).toBe(200);
  });

  test('an operator who is not there is refused', async () => {
    for (const action of ['role', 'password', 'remove']) {
      const fields = { role: 'reader', once: await once() };
      const { status, html } = await owner.post(`/operator/operators/nobody/${action}`, fields);
      expect([action, status, html.includes('There is no operator nobody')]).toEqual([action, 422, true]);
    }
  });
});

test('everyone may change the own password, and counts of wrong passwords stay unless it is an owner', async () => {
  await addOperator('sara', 'issuer');
  const sara = visitor();
  await sara.signIn(undefined, 'sara');
  await visitor().signIn('a wrong password');
  const rows = () => storage.recordsFile.query('SELECT * FROM operator_failures').all().length;
  const before = rows();
  expect(before).toBeGreaterThan(0);
  await sara.get('/operator/password');
  const chosen = 'another good password';
  const fields = { present: 'correct horse battery', chosen, repeated: chosen };
  expect((await sara.post('/operator/password', fields)).status).toBe(303);
  expect(rows()).toBeGreaterThanOrEqual(before);
  expect((await sara.signIn(chosen, 'sara')).status).toBe(303);
});

test('a password of the configuration is that of the first owner, and cannot be reset on the page', async () => {
  const { operator: configured, addOperator } = await startOperator({ operator_password: 'set by configuration' });
  await addOperator('ines', 'issuer');
  const form = async () => Visitor.hidden((await configured.get('/operator/operators')).html, 'once');
  const reset = async (name: string) =>
    (await configured.post(`/operator/operators/${name}/password`, { once: await form() })).status;
  expect([await reset('owner'), await reset('ines')]).toEqual([422, 200]);
});

test('nothing failed on our side', () => expect(faults).toEqual([]));
