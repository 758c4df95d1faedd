import { expect, test } from 'bun:test';
import { PageExtractor } from './page-extractor.ts';

/** The marks about the shape of the page, as `name` or `name=value`. */
function marksOf(html: string, pieceChars = html.length): string[] {
  const page = new PageExtractor({ blockCharsMin: 1 });
  for (let at = 0; at < html.length; at += pieceChars) page.push(html.slice(at, at + pieceChars));
  return page
    .end()
    .flatMap((fact) =>
      fact.kind === 'mark' && fact.name !== 'script_files'
        ? [fact.value === undefined ? fact.name : `${fact.name}=${fact.value}`]
        : [],
    );
}

const CASES: [string, string, string[]][] = [
  ['an empty page', '<html><body>hello</body></html>', ['page_size=5 0 0']],
  [
    'text, scripts and links',
    '<title>T</title><style>a{b}</style><p>ab cd</p>\n <a href="/x">e</a><script>let x</script><template>n</template><noscript>n</noscript>',
    ['page_size=5 1 1'],
  ],
  ['more text than counts', `<p>${'word '.repeat(5000)}</p>`, ['page_size=1024 0 0']],
  [
    'a page mounted in an element',
    '<div class="a"></div><div id="root"></div>',
    ['page_size=0 0 0', 'root_element=root'],
  ],
  ['an id that is no root', '<div id="rooted"></div>', ['page_size=0 0 0']],
  ['a refusal by its title', '<title>Just a moment...</title>', ['page_size=0 0 0', 'challenge_page=title']],
  ['an article about moments', '<title>It takes just a moment</title>', ['page_size=0 0 0']],
  [
    'a challenge by its script',
    '<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
    ['challenge_page=challenge-platform', 'page_size=0 1 0'],
  ],
  [
    'the bot protection of an ordinary page',
    '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><script src="https://js.datadome.co/tags.js"></script>',
    ['challenge_script=challenge-platform', 'page_size=0 2 0'],
  ],
  [
    "DataDome's captcha",
    '<script src="https://ct.captcha-delivery.com/c.js"></script>',
    ['challenge_page=captcha-delivery', 'page_size=0 1 0'],
  ],
  ['the captcha of PerimeterX', '<div id="px-captcha"></div>', ['challenge_page=px-captcha', 'page_size=0 0 0']],
  ['a closed shop', '<h1>This store\n is unavailable</h1>', ['page_size=22 0 0', 'closed_page']],
  [
    'a closed shop by its title',
    '<title>Sorry, this shop is currently unavailable.</title>',
    ['page_size=0 0 0', 'closed_page'],
  ],
  [
    'a long page with such words',
    `<p>This store is unavailable</p><p>${'word '.repeat(300)}</p>`,
    ['page_size=1024 0 0'],
  ],
  [
    'a password page by its input',
    '<input type="hidden" value="storefront_password">',
    ['password_page', 'page_size=0 0 0'],
  ],
  ['a password page by its body', '<body class="gradient template-password">', ['password_page', 'page_size=0 0 0']],
  [
    'the files of the checkout',
    '<script src="https://cdn.shopify.com/shopifycloud/checkout-web/assets/app.js"></script>',
    ['checkout_page', 'page_size=0 1 0'],
  ],
  [
    'files of the checkout that are only fetched',
    '<link rel="prefetch" href="/cdn/shopifycloud/checkout-web/a.js">',
    ['page_size=0 0 0'],
  ],
];

for (const [name, html, expected] of CASES) {
  test(name, () => expect(marksOf(html)).toEqual(expected));
  test(`${name}, cut into pieces`, () => {
    for (const chars of [1, 7]) expect(marksOf(html, chars)).toEqual(expected);
  });
}

test('a frame and the HTML of a container say nothing about the page', () => {
  expect(marksOf('<iframe srcdoc="<title>Just a moment</title><p>text</p>"></iframe>')).toEqual(['page_size=0 0 0']);
  const container = new PageExtractor({ form: 'container' });
  container.push('<title>Just a moment</title>');
  expect(container.end()).toEqual([]);
});
