/** What the elements say to those who do not see them, and that nothing a stranger wrote becomes markup. */
import { describe, expect, test } from 'bun:test';
import { render } from 'preact-render-to-string';
import { Pages, Progress } from './elements.tsx';
import { CheckField, describedBy, FileField, TextArea, TextField } from './fields.tsx';
import { formatBytes, formatSeconds, waitText } from './format.ts';

describe('a field', () => {
  test('names its hint and its error, and says that it is wrong', () => {
    const html = render(TextField({ id: 'code', label: 'Number', hint: 'With dots', error: 'Too short' }));
    expect(html).toContain('<label for="code">Number</label>');
    expect(html).toContain('aria-describedby="code-error code-hint"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toMatch(/id="code-error"[^>]*>Too short</);
  });

  test('without either names nothing', () => {
    expect(render(TextField({ id: 'code', label: 'Number' }))).not.toMatch(/aria-|undefined/);
    expect(describedBy('code', {})).toBeUndefined();
  });

  test('shows what was typed, and never as markup', () => {
    const typed = '"><script>alert(1)</script></textarea>';
    const both = [TextField({ id: 'a', label: 'A', value: typed }), TextArea({ id: 'b', label: 'B', value: typed })];
    for (const html of both.map((element) => render(element))) {
      expect(html).not.toContain('<script>');
      expect(html.match(/<\/textarea>/g)?.length ?? 0).toBeLessThanOrEqual(1);
      expect(html).toContain('alert(1)');
    }
  });

  test('for a file says what it takes, for the browser and for the script', () => {
    const html = render(FileField({ id: 'file', label: 'File', accept: '.csv', bytesMax: 100 }));
    expect(html).toContain('accept=".csv"');
    expect(html).toContain('data-bytes-max="100"');
  });

  test('for a choice is labelled', () => {
    expect(render(CheckField({ id: 'x', label: 'Deep', checked: true }))).toMatch(/checked.*<label for="x">Deep/);
  });
});

test('pages of a list are links, and of a list of one page nothing is shown', () => {
  expect(Pages({ label: 'Pages' })).toBeNull();
  const html = render(Pages({ label: 'Pages', first: '/work/a', next: '/work/a?cursor=%22x' })!);
  expect(html).toContain('href="/work/a?cursor=%22x"');
});

test('progress is said in numbers too, also of nothing', () => {
  expect(render(Progress({ label: 'lines', done: 1234, total: 20_000 }))).toContain('1,234 of 20,000 lines');
  expect(render(Progress({ label: 'lines', done: 0, total: 0 }))).toContain('max="1"');
});

test.each([
  [formatBytes(0), '0 bytes'],
  [formatBytes(1), '1 byte'],
  [formatBytes(999), '999 bytes'],
  [formatBytes(1000), '1.0 kB'],
  [formatBytes(999_499), '999 kB'],
  [formatBytes(999_500), '1.0 MB'],
  [formatBytes(30_000_000), '30 MB'],
  [formatSeconds(0.44), '0.4 s'],
  [formatSeconds(119), '119 s'],
  [formatSeconds(3600), '1 hour'],
  [formatSeconds(5400), '1.5 hours'],
  [waitText(0.2), '1 s'],
  [waitText(121), '3 minutes'],
  [waitText(86_000), '24 hours'],
])('%s', (text, expected) => expect(text).toBe(expected));
