/** Log lines hold no query strings and no values of SQL statements. The documentation has every message of a fault. */
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

test('the table of docs/operations.md has the messages of faults, and no others', async () => {
  const inSource = new Set<string>();
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(join(root, 'src'))) {
    if (file.includes('.test.')) continue;
    const text = await Bun.file(join(root, 'src', file)).text();
    for (const [, message] of text.matchAll(/log\??\.fault\(\s*('[^']*'|[^,]+),/g)) {
      // The code of an answer. Only these two are logged.
      if (message === 'code') inSource.add('unavailable').add('internal');
      else inSource.add(message!.replace(/^'(.*)'$/, '$1'));
    }
  }
  const manual = await Bun.file(join(root, 'docs/operations.md')).text();
  const rows = manual.split('| `msg` | what happened')[1]!.split('\n\n')[0]!.split('\n').slice(2);
  const inManual = rows.flatMap((row) =>
    Array.from(row.split(' | ')[0]!.matchAll(/`([^`]+)`/g), ([, message]) => message!),
  );
  expect(inManual.sort()).toEqual([...inSource].sort());
});
