/** Log lines hold no query strings and no values of SQL statements. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { root } from '../support/paths.ts';

const log = join(root, 'src/adapters/system/log.ts');

test('a query string is removed from the message, stack, fields and cause of an error', async () => {
  const script = `
    import { openLog } from ${JSON.stringify(log)};
    const url = 'https://portside.example/x.pdf?expires=1&key=k&signature=SECRET';
    const error = Object.assign(new TypeError(JSON.stringify(url) + ' cannot be parsed', { cause: new Error(url) }), { input: url });
    openLog('errors').fault('internal', error, { id: 'req_1' });`;
  const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'pipe' });
  const [line] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect(line).not.toContain('SECRET');
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    id: 'req_1',
    msg: 'internal',
    err: { type: 'TypeError', input: 'https://portside.example/x.pdf?…' },
  });
});

test('the values of a failed SQL statement are removed', async () => {
  const script = `
    import { DrizzleQueryError } from 'drizzle-orm/errors';
    import { openLog } from ${JSON.stringify(log)};
    const values = ['{"name":"Maria \\"K\\" ]"}', 'Ulica Prywatna', 17, 'svc_abcdefABCDEF123456abcdef'];
    const error = new DrizzleQueryError('insert into certificates values (?, ?, ?, ?)', values, new Error('for m@x.example: full'));
    openLog('errors').fault('internal', error, { id: 'req_1' });`;
  const child = Bun.spawn([process.execPath, '-e', script], { stderr: 'pipe', cwd: root });
  const [line] = await Promise.all([new Response(child.stderr).text(), child.exited]);
  expect(line).not.toMatch(/Maria|Prywatna|svc_a|m@x/);
  expect(JSON.parse(line).err).toMatchObject({ params: '…', query: 'insert into certificates values (?, ?, ?, ?)' });
  expect(JSON.parse(line).err.stack).toContain('    at ');
});
