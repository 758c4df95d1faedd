/** The operator page of one process shows all of them, in the running program. */
import { expect, test } from 'bun:test';
import { run, serve } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';
import { until } from '../support/until.ts';
import { Visitor } from '../support/visitor.ts';

const PASSWORD = 'correct horse battery';

test('workers of one port report themselves on the overview, and are gone from it after a stop', async () => {
  const dir = tempDir();
  const server = await serve(dir, ['--workers', '2'], { PORTSIDE_OPERATOR_PASSWORD: PASSWORD });
  const owner = new Visitor(server.url);
  // Every request may be answered by another worker.
  await until('the owner is signed in', async () => (await owner.signIn(PASSWORD, 'owner')).status === 303);
  let html = '';
  await until('both workers report themselves', async () => {
    html = (await owner.get('/operator/overview')).html;
    return html.includes('worker 1') && html.includes('worker 2');
  });
  expect(html.match(/class="chip good">reports</g)).toHaveLength(2);
  expect(html.match(/class="chip info">this one</g)).toHaveLength(1);
  await server.stop();

  const single = await serve(dir, [], { PORTSIDE_OPERATOR_PASSWORD: PASSWORD });
  const again = new Visitor(single.url);
  await again.signIn(PASSWORD, 'owner');
  await until('the server reports itself', async () => {
    html = (await again.get('/operator/overview')).html;
    return html.includes('this one');
  });
  expect(html).not.toContain('worker 1');
  await single.stop();
}, 60_000);

test('an open alert makes the exit code of doctor 1, while a server runs and after it has stopped', async () => {
  const dir = tempDir();
  const server = await serve(dir, [], { PORTSIDE_OPERATOR_PASSWORD: PASSWORD });
  const owner = new Visitor(server.url);
  // At a first start the server answers before the hash of the password is stored.
  await until('the owner is signed in', async () => (await owner.signIn(PASSWORD, 'owner')).status === 303);
  const form = { limit_threshold: '1', errors_threshold: '1', law_age_threshold: '180', disk_enabled: 'on' };
  const set = (threshold: string) => owner.post('/operator/alerts/settings', { ...form, disk_threshold: threshold });
  const doctor = async () => {
    const { code, stdout } = await run(['doctor', '--fast', '--port', '0', '--json'], dir);
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; text: string }[] };
    return { code, ...checks.find(({ check }) => check === 'alerts')! };
  };
  expect((await set('1')).response.headers.get('location')).toBe('/operator/alerts?done=set');
  expect(await doctor()).toMatchObject({ status: 'ok', text: 'none is open; 1 on, 3 off' });
  await set('999999999');
  const open = { code: 1, status: 'failed', text: expect.stringMatching(/^The disk fills up: [\d,]+ MB are free\.$/) };
  expect(await doctor()).toMatchObject(open);
  await server.stop();
  expect(await doctor()).toMatchObject(open);
}, 60_000);
