/** What never stands in the log. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';

const log = join(import.meta.dir, '../src/log.ts');

test('a query is cut out wherever an error quotes it: in its message, its stack, its fields and its cause', async () => {
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
