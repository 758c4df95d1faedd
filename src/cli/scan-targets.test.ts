import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { tempDir } from '../../test/support/temp.ts';
import { CommandError } from './command-error.ts';
import { pagesOf } from './scan-targets.ts';

const PAGE = `<script>fbq('init','123456789012345')</script>`;
const PDF = '%PDF-1.7\n%\xe2\xe3\n1 0 obj\n<html><script>x</script>';

test.each([
  ['report.pdf', PDF, 'a PDF'],
  ['renamed.html', PDF, 'a PDF'],
  ['program', '\x7fELF\x02\x01\x01\0<html>', 'a program'],
  ['export.xlsx', 'PK\x03\x04\x14\0', 'a ZIP archive or an Office document'],
  ['page.html', '', 'empty'],
  ['blob.html', '<html>\0\0\x01', 'a binary file'],
  ['sitemap.xml', '<?xml version="1.0"?>\n<!-- x --><urlset><url/></urlset>', 'XML'],
  ['words.js', 'hello world', 'a script'],
  ['theme.ts', "document.write('<script>fbq()</script>')", 'a script'],
  ['answer.json', '{"html":"<script></script>"}', 'JSON'],
  ['log.json', '{"log":{"entries":{}},"containerVersion":1}', 'JSON'],
  ['saved.mht', 'From: x\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\n<html>', 'a web archive'],
  ['stock.csv', 'sku,colour\n1,red\n2,blue\n', 'text without HTML'],
  ['notes', 'Call the shop.\nThen scan it again.\n', 'text without HTML'],
])('%s is not a page, alone, in a list and beside another target', async (name, content, what) => {
  const path = `${tempDir()}/${name}`;
  await Bun.write(path, Buffer.from(content, 'latin1'));
  const check = (error: unknown) => {
    expect(error).toBeInstanceOf(CommandError);
    expect((error as Error).message).toStartWith(`${path} is ${what}`);
    expect((error as Error).message).toEndWith('not a page, custom pixel, GTM container or HAR file.');
  };
  await pagesOf([path]).then(() => expect.unreachable(), check);
  const list = `${tempDir()}/list`;
  await Bun.write(list, `a.invalid\n${path}\nb.invalid\n`);
  for (const targets of [[list], ['a.invalid', path]]) {
    const { pages, isList } = await pagesOf(targets);
    expect(isList).toBe(true);
    const page = pages[1]!;
    let error: unknown;
    try {
      if ('read' in page) page.read();
    } catch (thrown) {
      error = thrown;
    }
    check(error);
  }
});

test.each([
  ['a page', PAGE],
  ['a page behind a comment', `<!-- saved -->\n<!doctype html>${PAGE}`],
  ['XHTML', '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
  ['a page in UTF-16', Buffer.from(`\ufeff<html>${PAGE}`, 'utf16le')],
  ['a page with a byte order mark', `\ufeff<html>${PAGE}`],
  ['a custom element', `<shop-header></shop-header>${PAGE}`],
  ['text before tags', `Loading...\n${PAGE}`],
])('%s is a page, whatever its name', async (_, content) => {
  for (const name of ['x', 'x.txt', 'x.csv', 'x.pdf']) {
    const path = `${tempDir()}/${name}`;
    await Bun.write(path, content);
    const { pages, isList } = await pagesOf([path]);
    expect(isList).toBe(false);
    const file = 'read' in pages[0]! ? pages[0].read() : undefined;
    expect(Buffer.from(file!.bytes)).toEqual(Buffer.from(content as string));
    expect(file!.kind).toBeUndefined();
  }
});

const QUERY = 'https://b.invalid/?a=1';
test.each([
  ['a CSV with a named column', 'shops.csv', `Shop,Website URL,Logo\nA,a.invalid,x.png\nB,${QUERY},y.png\n`],
  ['a CSV with semicolons and quotes', 'x.csv', `"Shop";"Domain"\n"A; B";"a.invalid"\n"B";"${QUERY}"\n`],
  ['a CSV with tabs', 'x.tsv', `Shop\tDomain\nA\ta.invalid\nB\t${QUERY}\n`],
  ['a CSV without a header', 'shops', `A,a.invalid\nB,${QUERY}\n`],
  ['a CSV whose first column is the address', 'shops', `a.invalid,A\n${QUERY},B\n`],
  ['a CSV with a column of any name', 'x', `id,wo\n1,a.invalid\n2,${QUERY}\n`],
  ['a list of any name', 'shops.list', `# mine\r\na.invalid\r\n${QUERY}\r\n`],
  ['a list with a header', 'shops', `url\na.invalid\n${QUERY}\n`],
  ['a list on one line', 'shops', `a.invalid ${QUERY}`],
  ['a list in UTF-16', 'shops.txt', Buffer.from(`\ufeffa.invalid\n${QUERY}\n`, 'utf16le')],
])('%s is a list of addresses', async (_, name, content) => {
  const path = `${tempDir()}/${name}`;
  await Bun.write(path, content);
  const { pages, isList } = await pagesOf([path]);
  expect(isList).toBe(true);
  expect(pages.map(({ name }) => name)).toEqual(['https://a.invalid', QUERY]);
});

test.each([
  [
    'an invalid cell is a page that fails, an empty one is left out',
    'S,Site\nA,a.invalid\nB,\nC,n/a\n',
    'https://a.invalid n/a',
  ],
  [
    'a column with a usual name comes before others',
    'image,url\nx.example/1,a.invalid\nx.example/2,\n',
    'https://a.invalid',
  ],
  [
    'addresses with commas are lines',
    'https://a.invalid/1,2\nhttps://a.invalid/3,4\n',
    'https://a.invalid/1,2 https://a.invalid/3,4',
  ],
])('%s', async (_, content, names) => {
  const path = `${tempDir()}/list`;
  await Bun.write(path, content);
  expect((await pagesOf([path])).pages.map(({ name }) => name).join(' ')).toBe(names);
});

test('a list is never cut short: one that is too long is refused', async () => {
  const path = `${tempDir()}/list`;
  await Bun.write(path, 'a.invalid\n'.repeat(10_000));
  expect((await pagesOf([path])).pages).toHaveLength(10_000);
  await expect(pagesOf([path, 'b.invalid'])).rejects.toThrow('These are 10001 pages. One scan takes 10000 at most');
});

test('a device, a large file and a folder without pages are refused', async () => {
  const dir = tempDir();
  mkdirSync(`${dir}/empty`);
  await Bun.write(`${dir}/large.html`, Buffer.alloc(65 * 1024 * 1024, '<p>'));
  await expect(pagesOf(['/dev/zero'])).rejects.toThrow('/dev/zero is neither an address nor a file');
  await expect(pagesOf([`${dir}/large.html`])).rejects.toThrow('has more than 64 MB');
  await expect(pagesOf([`${dir}/empty`])).rejects.toThrow('holds no .html file');
});

test.each([
  ['shop.example', 'https://shop.example'],
  ['Shop.Example:443/de?x=1', 'https://Shop.Example:443/de?x=1'],
  ['müller.example', 'https://müller.example'],
  ['https://shop.example', 'https://shop.example'],
  ['HTTP://shop.example', 'HTTP://shop.example'],
])('%s is scanned as %s', async (target, address) => {
  expect((await pagesOf([target])).pages).toEqual([{ name: address, address }]);
});

test.each([
  'stores.txt',
  'report.pdf',
  'index.html',
  'shop',
  'jane@shop.example',
  'ftp://shop.example',
  'shop.example x',
])('%s is not taken for a host', async (target) => {
  await expect(pagesOf([target])).rejects.toThrow(`${target} is neither an address nor a file that can be read.`);
});

const GTM = 'var data = {"resource": {"version":"1","macros":[],"tags":[],"predicates":[],"rules":[]}};';
const SUBSCRIPTION = "analytics.subscribe('checkout_completed', (event) => { fbq('track', 'Purchase'); });";
test.each([
  ['custom_pixel', SUBSCRIPTION, 'pixel.txt'],
  ['custom_pixel', SUBSCRIPTION, 'saved.html'],
  ['custom_pixel', 'const f=x=>x.toString(16);', 'pixel.js'],
  ['custom_pixel', '// GTM\nvar s=document.createElement("script");s.src="https://x.example/a.js";', 'pixel'],
  ['custom_pixel', `<script>${SUBSCRIPTION}</script>`, 'pixel.txt'],
  [
    'custom_pixel',
    `<!DOCTYPE html><html><script>x.extend('WebPixel::Render',function(){});createShopifyExtend('1')</script>`,
    'a.html',
  ],
  ['container', GTM, 'gtm.js'],
  ['container', GTM, 'container.txt'],
  ['container_export', '{"exportFormatVersion":2,"containerVersion":{"container":{}}}', 'GTM-ABC_workspace1.json'],
  ['har', '{"log":{"version":"1.2","entries":[]}}', 'shop.example.har'],
  ['har', '\ufeff {"log":{"entries":[]}}', 'saved.txt'],
])('a file is a %s by its content: %s', async (kind, content, name) => {
  const path = `${tempDir()}/${name}`;
  await Bun.write(path, content);
  const { pages, isList } = await pagesOf([path]);
  expect(isList).toBe(false);
  const [page] = pages;
  expect('read' in page! ? page.read().kind : undefined).toBe(kind as never);
});
