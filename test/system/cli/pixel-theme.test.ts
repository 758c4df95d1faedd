/** `portside pixel theme`: where in a theme the tags are, what does not run, and reports as files. */
import { expect, test } from 'bun:test';
import { mkdirSync, symlinkSync } from 'node:fs';
import { command } from '../../support/command.ts';
import { tempDir } from '../../support/temp.ts';
import { zipFile } from '../../support/zip-file.ts';

const THEME: Record<string, string> = {
  'layout/theme.liquid':
    "<html>{{ content_for_header }}\n{% render 'meta' %}\n{{ 'ads.js' | asset_url | script_tag }}\n{% comment %}<script>fbq('init','999999999999999')</script>{% endcomment %}",
  'snippets/meta.liquid':
    "{% if settings.pixel != blank %}\n<script>\nfbq('init', '{{ settings.pixel }}');\nfbq('track', 'PageView');\n</script>{% endif %}",
  'snippets/old.liquid': "<script>fbq('init','888888888888888')</script>",
  'snippets/thanks.liquid': '{% if first_time_accessed %}x{% endif %}',
  'assets/ads.js': "gtag('config','AW-700000101');",
  'templates/index.json': '{"sections":{}}',
  'config/settings_data.json':
    '{"current":{"pixel":"700000000000101","blocks":{"1":{"type":"shopify://apps/klaviyo/blocks/onsite/1"}}}}',
};

async function writeTheme(dir: string, theme = THEME): Promise<void> {
  for (const [path, text] of Object.entries(theme)) await Bun.write(`${dir}/dawn/${path}`, text);
}

interface Printed {
  state: string;
  score: number;
  findings: { rule_id: string; ids: string[]; places: { file?: string; line?: number }[] }[];
  not_looked_at: { id: string }[];
}

/** `rule file:line` of each finding with a place. */
function places({ findings }: Printed): string[] {
  return findings.flatMap(({ rule_id, places: [at] }) => (at?.file ? `${rule_id} ${at.file}:${at.line}` : []));
}

test('a folder and its ZIP file give the same findings, each with its file and line', async () => {
  const dir = tempDir();
  await writeTheme(dir);
  await Bun.write(
    `${dir}/dawn.zip`,
    zipFile(Object.entries(THEME).map(([name, data]) => ({ name: `dawn/${name}`, data }))),
  );
  const [folder, zip] = await Promise.all(
    ['dawn', 'dawn.zip'].map(async (target) => {
      const { stdout, code } = await command(['pixel', 'theme', target, '--json', '--fail-on', 'never'], dir);
      expect(code).toBe(0);
      return JSON.parse(stdout) as Printed;
    }),
  );
  expect(places(folder!)).toContain('legacy_meta_pixel_call snippets/meta.liquid:3');
  expect(places(folder!)).toContain('google_ads_tag_in_theme assets/ads.js:1');
  expect(places(folder!)).toContain('theme_unused_file snippets/old.liquid:1');
  expect(JSON.stringify(folder)).not.toContain('999999999999999');
  expect(folder!.findings).toEqual(zip!.findings);
  // Pixels and the code of apps are not in a theme, so a theme alone is never judged in full.
  expect(folder!.state).toBe('partly_judged');
  expect(folder!.score).toBeLessThan(90);
  expect(folder!.not_looked_at.map(({ id }) => id)).toEqual(['customer-events', 'klaviyo']);
});

test('a theme without tags is not called clean', async () => {
  const dir = tempDir();
  await writeTheme(dir, { 'layout/theme.liquid': '<html>{{ content_for_header }}' });
  const { stdout, code } = await command(['pixel', 'theme', 'dawn', '--json'], dir);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ state: 'partly_judged' });
  expect(JSON.parse(stdout).score).toBeLessThan(90);
});

test.each(['sarif', 'html', 'json', 'csv'])('a report is written as .%s', async (ending) => {
  const dir = tempDir();
  await writeTheme(dir);
  const { code, stdout, stderr } = await command(['pixel', 'theme', 'dawn', '-o', `report.${ending}`], dir);
  expect({ code, stdout }).toEqual({ code: stderr.includes('has findings') ? 1 : 0, stdout: '' });
  const text = await Bun.file(`${dir}/report.${ending}`).text();
  expect(text).toContain('700000000000101');
  expect(text).toContain('snippets/meta.liquid');
  // Nothing is loaded from elsewhere, and nothing runs.
  if (ending === 'html') expect(text).not.toMatch(/<script|<link|src=/);
});

test.each([
  ['nothing', 'missing', /neither a folder nor a ZIP file/],
  ['an empty folder', 'empty', /holds no theme/],
  ['a file that is no ZIP', 'text.zip', /not a ZIP file/],
  ['a ZIP without a theme', 'other.zip', /no file of a theme/],
  ['a folder with links in circles', 'circle', /holds no theme/],
])('%s is a sentence and exit code 1', async (_, target, message) => {
  const dir = tempDir();
  for (const name of ['empty', 'circle']) mkdirSync(`${dir}/${name}`);
  symlinkSync('.', `${dir}/circle/layout`);
  await Bun.write(`${dir}/text.zip`, 'text');
  await Bun.write(`${dir}/other.zip`, zipFile([{ name: 'a.txt', data: 'x' }]));
  const { code, stdout, stderr } = await command(['pixel', 'theme', target], dir);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('    at ');
});

test('SARIF has the paths of the files from the working folder; -o can be repeated', async () => {
  const dir = tempDir();
  await writeTheme(dir);
  await Bun.write(`${dir}/elsewhere/x`, '');
  const places: [string, string, string][] = [
    [dir, 'dawn', 'dawn/snippets/meta.liquid'],
    [dir, '.', 'dawn/snippets/meta.liquid'],
    [`${dir}/dawn`, '.', 'snippets/meta.liquid'],
    [dir, `${dir}/dawn/`, 'dawn/snippets/meta.liquid'],
    [`${dir}/elsewhere`, '../dawn', 'snippets/meta.liquid'],
  ];
  for (const [cwd, target, uri] of places) {
    const { stderr } = await command(['pixel', 'theme', target, '-o', 'a.sarif', '-o', 'b.md'], cwd);
    expect(stderr).toContain('Wrote a.sarif.\nWrote b.md.\n');
    expect(await Bun.file(`${cwd}/a.sarif`).text()).toContain(`"uri": "${uri}"`);
    expect(await Bun.file(`${cwd}/b.md`).text()).toStartWith('<!-- portside: lowest score ');
  }
});

test('--min-score decides the exit code', async () => {
  const dir = tempDir();
  await writeTheme(dir);
  const theme = ['pixel', 'theme', 'dawn', '--json', '--fail-on', 'never', '--min-score'];
  const { stdout, code } = await command([...theme, '0'], dir);
  const { score } = JSON.parse(stdout) as Printed;
  expect(code).toBe(0);
  expect((await command([...theme, String(score)], dir)).code).toBe(0);
  const failed = await command([...theme, String(score + 1)], dir);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`has the score ${score}, below ${score + 1}`),
  });
});
