/** A scan that is shown while it runs. */
import { expect, test } from 'bun:test';
import { SAMPLE_REPORT } from '../../../../test/support/detailed-report.ts';
import { startPages } from '../../../../test/support/workbench-visitor.ts';
import { ApiFailure } from '../ask/api-failure.ts';
import { type ScanLine, scanLines } from './read-steps.ts';
import { scanPage } from './scan-view.tsx';

const URL_OF_SHOP = 'https://shop.example/<b>';
let next: () => AsyncGenerator<ScanLine> = async function* () {};
const { visitor } = await startPages([
  {
    path: '/work/slow',
    get: (request) =>
      scanPage(request, {
        url: URL_OF_SHOP,
        journey: true,
        lines: next(),
        draw: (report) => ({ report, url: URL_OF_SHOP, journey: true, atMs: 0, comparison: undefined, once: 'o' }),
      }),
  },
]);

async function open() {
  const response = await fetch(`${visitor.url}/work/slow`, { headers: { cookie: visitor.cookie } });
  const reader = response.body!.pipeThrough(new TextDecoderStream() as never).getReader();
  let html = '';
  /** Reads until the text is there, or the answer ends. */
  const until = async (text: string) => {
    while (!html.includes(text)) {
      const { done, value } = await reader.read();
      if (done) break;
      html += value;
    }
    return html;
  };
  return { response, reader, until };
}

test('each step is shown when it happens, and the report closes the page', async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  next = async function* () {
    yield { type: 'step', page: 'home', path: '/<i>', state: 'read' };
    await gates[0]!.promise;
    yield undefined;
    yield { type: 'step', page: 'cart', state: 'not_read', reason: 'The shop <forbids> it.' };
    await gates[1]!.promise;
    yield { type: 'report', report: SAMPLE_REPORT };
  };
  const { response, until } = await open();
  expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
  const first = await until('Home page');
  expect(first).toContain('/&lt;i>');
  expect(first).not.toContain('Cart');
  gates[0]!.resolve();
  expect(await until('forbids')).toContain('The shop &lt;forbids> it.');
  gates[1]!.resolve();
  const whole = await until('</html>');
  for (const text of ['scan-end', 'Save as one file', 'What was looked at']) expect(whole).toContain(text);
  expect(whole).not.toContain('slot-');
  expect(whole.match(/<\/main>/g)).toHaveLength(1);
});

test('a scan that fails after its first step says so, with the form to try again', async () => {
  next = async function* () {
    yield { type: 'step', page: 'home', path: '/', state: 'read' };
    throw new ApiFailure(504, 'upstream_timeout', 'The shop did not answer in time.', 'r-1');
  };
  const html = await (await open()).until('</html>');
  for (const text of ['The store was not scanned', 'The shop did not answer in time.', 'r-1', 'Scan a store']) {
    expect(html).toContain(text);
  }
});

test('when the visitor goes, nobody reads on', async () => {
  const ended = Promise.withResolvers<string>();
  next = async function* () {
    try {
      for (;;) {
        yield { type: 'step', page: 'home', path: '/', state: 'read' };
        // Without an end to wait for: others have their turn between two steps.
        await Bun.sleep(1);
      }
    } finally {
      ended.resolve('ended');
    }
  };
  const { reader, until } = await open();
  await until('Home page');
  await reader.cancel();
  expect(await ended.promise).toBe('ended');
});

test('lines are read however they are cut, and a stream that ends early is a failure', async () => {
  const of = (...chunks: string[]) =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
          controller.close();
        },
      }),
      { headers: { 'x-request-id': 'r-2' } },
    );
  const read = async (response: Response) => {
    const lines: ScanLine[] = [];
    for await (const line of scanLines(response)) lines.push(line);
    return lines;
  };
  const step = '{"type":"step","page":"home","state":"read"}\n';
  const lines = await read(of(step.slice(0, 9), `${step.slice(9)}\n`, '{"type":"report","report":{}}\n'));
  expect(lines).toEqual([JSON.parse(step), undefined, { type: 'report', report: {} as never }]);
  await expect(read(of(step))).rejects.toMatchObject({ status: 500, requestId: 'r-2' });
  const error = '{"type":"error","status":502,"error":"upstream_failed","message":"m"}\n';
  await expect(read(of(step, error))).rejects.toMatchObject({ status: 502, code: 'upstream_failed', details: [] });
});
