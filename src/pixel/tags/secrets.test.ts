import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { characters, hex, MADE_UP } from '../../../test/support/made-up-secrets.ts';
import { sandboxDocument } from '../../../test/support/sandbox-document.ts';
import { runs } from '../../../test/support/seed.ts';
import { customPixelFacts } from '../custom-pixels/read-custom-pixel.ts';
import { createMatcher } from '../matcher.ts';
import type { SecretFact } from './facts.ts';
import { secretFacts } from './secrets.ts';

const found = (text: string): string[] =>
  secretFacts(text).map(({ secret, sure, cut }) => `${secret}${sure ? '' : cut ? ' cut' : ' unsure'}`);

const META = MADE_UP.meta;
const JWT = MADE_UP.snap;

describe('a secret is found', () => {
  test.each<[string, string, string]>([
    [
      'a Meta token in an address',
      `fetch('https://graph.facebook.com/v19.0/7/events?access_token=${META}')`,
      'meta_access_token',
    ],
    ['as a key', `{"access_token":"${META}"}`, 'meta_access_token'],
    ['in JSON in a string', `"{\\"metaapp_system_user_token\\":\\"${META}\\"}"`, 'meta_access_token'],
    [
      'in JSON in JSON in a string',
      `"{\\"c\\":\\"{\\\\\\"metaapp_system_user_token\\\\\\":\\\\\\"${META}\\\\\\"}\\"}"`,
      'meta_access_token',
    ],
    ['in an attribute', `<div data-c="{&quot;access_token&quot;:&quot;${META}&quot;}">`, 'meta_access_token'],
    ['with escaped quotes', `x="\\u0022access_token\\u0022:\\u0022${META}\\u0022"`, 'meta_access_token'],
    [
      'in a query in a query',
      `?u=https%3A%2F%2Fgraph.facebook.com%2F7%3Faccess_token%3D${META}%26x=1`,
      'meta_access_token',
    ],
    ['in a comment', `<!-- facebook token: ${META} -->`, 'meta_access_token'],
    ['alone in a string', `var t="${META}"`, 'meta_access_token unsure'],
    ['cut', `access_token=${MADE_UP.metaCut}"`, 'meta_access_token cut'],
    [
      'a Meta app secret',
      `https://graph.facebook.com/oauth?client_id=1&client_secret=${MADE_UP.metaAppSecret}&x`,
      'meta_app_secret',
    ],
    ['in code', `facebook.init({appSecret: '${MADE_UP.metaAppSecret}'})`, 'meta_app_secret'],
    [
      'an api_secret in an address',
      `mp/collect?measurement_id=G-ABCDE12345&api_secret=${MADE_UP.ga4}"`,
      'ga4_api_secret',
    ],
    [
      'in an escaped address',
      `mp/collect?measurement_id=G-ABCDE12345&amp;api_secret=${MADE_UP.ga4}"`,
      'ga4_api_secret',
    ],
    ['as a key', `{measurement_id:'G-ABCDE12345',api_secret:'${MADE_UP.ga4}'}`, 'ga4_api_secret'],
    ['without its property', `{"api_secret":"${MADE_UP.ga4}"}`, 'ga4_api_secret unsure'],
    ['of another length', `{measurement_id:'G-ABCDE12345',api_secret:'${MADE_UP.ga4}aB'}`, 'ga4_api_secret unsure'],
    [
      'TikTok',
      `fetch("https://business-api.tiktok.com/open_api/v1.3/",{headers:{"Access-Token":"${MADE_UP.tiktok}"}})`,
      'tiktok_access_token',
    ],
    [
      'TikTok by a setter',
      `x.setRequestHeader('Access-Token', '${MADE_UP.tiktok}'); // pixel_code`,
      'tiktok_access_token',
    ],
    ['TikTok beside its name', `tiktok={accessToken:"${MADE_UP.tiktok}"}`, 'tiktok_access_token unsure'],
    ['Klaviyo', `Authorization:'Klaviyo-API-Key ${MADE_UP.klaviyo}'`, 'klaviyo_private_key'],
    [
      'Klaviyo, newer',
      `fetch('https://a.klaviyo.com/api/profiles?k=${MADE_UP.klaviyoNew}'`.replace('?k=', "','"),
      'klaviyo_private_key',
    ],
    ['Klaviyo by its shape', `var key="${MADE_UP.klaviyo}"`, 'klaviyo_private_key unsure'],
    ['Pinterest', `pinterest={access_token:"${MADE_UP.pinterest}"}`, 'pinterest_access_token'],
    ['Pinterest by its shape', `x="${MADE_UP.pinterest}"`, 'pinterest_access_token unsure'],
    ['Snap', `fetch("https://tr.snapchat.com/v3/1/events?access_token=${JWT}")`, 'snap_access_token'],
    ...MADE_UP.shopify.map((token): [string, string, string] => [
      'Shopify',
      `{"X-Shopify-Access-Token":"${token}"}`,
      'shopify_secret',
    ]),
    ['Stripe', `Stripe('${MADE_UP.stripe}')`, 'stripe_secret_key'],
    ['AWS', `{accessKeyId:"${MADE_UP.aws}"}`, 'aws_access_key'],
    ['Slack', `Bearer ${MADE_UP.slack}"`, 'slack_token'],
    ['GitHub', `token ${MADE_UP.github}'`, 'github_token'],
    ['a private key', `k=\`${MADE_UP.privateKey}\``, 'private_key'],
    ['a private key in JSON', JSON.stringify({ private_key: MADE_UP.privateKey }), 'private_key'],
  ])('%s: %#', (_, text, kind) => expect(found(text)).toEqual([kind]));

  test('with the id beside it', () => {
    const owners = (text: string) => secretFacts(text).map(({ ownerId }) => ownerId);
    expect(owners(`https://graph.facebook.com/v19.0/700000000000101/events?access_token=${META}`)).toEqual([
      '700000000000101',
    ]);
    expect(owners(`{"pixel_id":"700000000000101","metaapp_system_user_token":"${META}"}`)).toEqual(['700000000000101']);
    expect(
      owners(
        `{measurement_id:"G-FAR0000001"${' '.repeat(200)}} {measurement_id:"G-CASE000001",api_secret:"${MADE_UP.ga4}"}`,
      ),
    ).toEqual(['G-CASE000001']);
    expect(owners(`{"pixel_code":"C0CASE000000000000AA","access_token":"${MADE_UP.tiktok}"}`)).toEqual([
      'C0CASE000000000000AA',
    ]);
  });
});

describe('what looks like a secret and is public gives nothing', () => {
  test.each<[string, string]>([
    ['the value of most system user tokens', `{"pixel_id":"700000000000101","metaapp_system_user_token":"-"}`],
    ['an empty token', `{"metaapp_system_user_token":""}`],
    ['a short token', `{"metaapp_system_user_token":"${META.slice(0, 20)}"}`],
    ['base64 that goes on before', `facebook="iVBOR${META}"`],
    ['base64 that goes on after', `facebook="${META}+/x=="`],
    ['base64 that is padded', `facebook="${META}=="`],
    ['base64 with an escaped slash after', `facebook="${META}\\/abc"`],
    ['base64 with an encoded plus after', `facebook="${META}%2Babc"`],
    ['base64 after a slash', `facebook="/${META}"`],
    ['base64 after padding', `facebook="QUJD==${META}"`],
    ['base64 after one equals sign', `facebook="QUJD=${META}"`],
    ['a picture', `<img src="data:image/png;base64,${META}"> facebook`],
    ['a token in capitals', `access_token="${META.toUpperCase()}"`],
    ['a placeholder', `access_token="EAA${'x'.repeat(80)}1A"`],
    ['a placeholder with a word', `access_token="${META.slice(0, 90)}YOUR"`],
    ['a word with three letters', `access_token="EAASY"`],
    ['a hash as a client secret', `{client_secret:"${hex(32)}"}`],
    ['a version of Meta', `facebook={scriptVersion:"${hex(32)}"}`],
    ['a template', `measurement_id&api_secret={{ settings.api_secret }}`],
    ['a template literal', `measurement_id&api_secret=\${secret}`],
    ['a placeholder', `{measurement_id:"G-1",api_secret:"YOUR_API_SECRET_HERE_1"}`],
    ['a variable', `var measurement_id=1,api_secret=getApiSecretFromTheForm;`],
    ['a variable in an address', `"mp/collect?measurement_id="+m+"&api_secret="+apiSecretOfTheProperty1`],
    ['words', `{measurement_id:"G-1",api_secret:"settings_api_secret_v1"}`],
    ['40 digits of another vendor', `{access_token:"${MADE_UP.tiktok}"}`],
    ['a TikTok pixel', `ttq.load('C0CASE000000000000AA')`],
    ['a Klaviyo site', `{"accountID":"AbC123"} https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=AbC123`],
    ['the public key of Stripe', `Stripe('pk_live_${characters(24)}') Stripe('pk_test_${characters(34)}') klaviyo`],
    ['a long public key of Stripe', `Stripe('pk_live_51${characters(97)}')`],
    ['a test key of Stripe', `Stripe('sk_test_${characters(24)}')`],
    ['the Pinterest tag', `pintrk('load','2600000000001')`],
    ['a token of a customer account', `{"access_token":"${JWT}"}`],
    ['a token of reviews beside the shop', `{"token":"${JWT}"} snapchat`],
    [
      'a storefront token',
      `{"accessToken":"${hex(32)}","X-Shopify-Storefront-Access-Token":"${hex(32)}"} storefrontToken="${hex(32)}"`,
    ],
    ['a prefix without a token', `if(t.startsWith("shpat_")||/^shpss_[0-9a-f]{32}$/.test(t))`],
    [
      'an address signed in advance',
      `https://b.s3.amazonaws.com/x?X-Amz-Credential=${MADE_UP.aws}%2F20260101%2Fus-east-1`,
    ],
    [
      'an address signed in the old form',
      `https://b.s3.amazonaws.com/x?AWSAccessKeyId=${MADE_UP.aws}&Expires=1&Signature=abc`,
    ],
    ['the key of the AWS manual', `AKIAIOSFODNN7EXAMPLE`],
    ['a browser key of Google', `https://maps.googleapis.com/maps/api/js?key=AIza${characters(35)}`],
    ['a site key', `grecaptcha.execute('6L${characters(38)}')`],
    ['a Sentry address', `Sentry.init({dsn:"https://${hex(32)}@o1.ingest.sentry.io/1"})`],
    [
      'the header of a key in a library',
      `if(pem.includes("-----BEGIN ${'PRIVATE'} KEY-----"))return importKey(pem.replace("-----END PRIVATE KEY-----",""))`,
    ],
    ['a public key', MADE_UP.privateKey.replaceAll('PRIVATE', 'PUBLIC')],
    ['a payment intent', `client_secret:"pi_${characters(24)}_secret_${characters(25)}" facebook`],
  ])('%s', (_, text) => expect(found(text)).toEqual([]));

  test('random base64, hashes, words and minified code', () => {
    // Followed at once by random characters, these are secrets by all that can be seen.
    const starts = ['pk_', 'EAA', 'shpat_', 'AKIA', 'pina_', 'ghp_'];
    const word = fc.oneof(
      fc.base64String({ minLength: 4, maxLength: 600 }),
      // 16 bytes after `client_secret` and near `facebook` are a secret of Meta by all that can be seen.
      fc.uint8Array({ minLength: 17, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('hex')),
      fc.uint8Array({ minLength: 16, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url')),
      fc.uuid(),
      fc.constantFrom(
        ...'access_token token secret client_secret api_secret Access-Token facebook klaviyo'.split(' '),
        ...starts,
      ),
      fc.constantFrom(
        'function(e,t){return',
        'var a=',
        '=>',
        '&&',
        ';',
        ':"',
        '","',
        "='",
        '(',
        '});',
        '{"',
        '"}',
        'base64,',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.constantFrom('', ' ', '"', '":"', "','"), (words, between) => {
        const text = words.map((one) => (between === '' && starts.includes(one) ? `${one} ` : one)).join(between);
        expect(found(text).filter((kind) => !kind.includes(' '))).toEqual([]);
      }),
      { numRuns: runs(60, 2000) },
    );
  });
});

function secretsOf(facts: readonly { kind: string }[]): SecretFact[] {
  return facts.filter((fact) => fact.kind === 'secret') as SecretFact[];
}

describe('a page', () => {
  const page = `<!doctype html>\n<title>x</title>\n<p>facebook</p>\n<script>\nvar a=1, access_token="${META}";\n</script>\n<p data-token="${META}">`;
  const scan = (text: string, size: number) => {
    const matcher = createMatcher({ blockCharsMin: size });
    for (let at = 0; at < text.length; at += size) matcher.push(text.slice(at, at + size));
    return matcher.finish({ url: 'https://t.example/' });
  };

  test('gives the same places, however it is cut', () => {
    const long = `${'<p>some words\nof a page</p>'.repeat(400)}${page}${'<p>more words</p>\n'.repeat(900)}`;
    const whole = secretsOf(scan(long, long.length).facts);
    expect(whole.map(({ line, column }) => [line, column])).toEqual([
      [405, 24],
      [407, 16],
    ]);
    for (const size of [1, 7, 100, 4096, 70_000]) expect(secretsOf(scan(long, size).facts)).toEqual(whole);
  });

  test('gives one finding for one secret, and never repeats it', () => {
    const { report, facts } = scan(page, page.length);
    expect(report.findings.filter(({ rule_id }) => rule_id === 'secret_published')).toHaveLength(1);
    for (let at = 0; at + 16 < META.length; at += 8)
      expect(JSON.stringify([report, facts])).not.toContain(META.slice(at, at + 16));
  });

  test('names the copy in the code and the one in the pixel list, also on one line', () => {
    const configuration = JSON.stringify({ pixel_id: '700000000000101', metaapp_system_user_token: META });
    const entry = { id: '101', type: 'APP', apiClientId: 2329312, configuration };
    const line = `<script>var t='${META}'</script><script>Shopify.shop="a";wpmLoader({webPixelsConfigList:${JSON.stringify([entry])}})</script>`;
    const found = scan(line, line.length).report.findings.find(({ rule_id }) => rule_id === 'secret_published');
    expect(found?.places.map(({ kind }) => kind).toSorted()).toEqual(['app_pixel', 'page']);
  });

  test('with many copies and many secrets gives a bounded number of facts', () => {
    const many = Array.from({ length: 200 }, (_, i) => `<p>shpat_${hex(32, i + 1)}</p>`).join('\n');
    expect(secretFacts(many)).toHaveLength(50);
    expect(secretFacts(`<p>${MADE_UP.shopify[0]}</p>\n`.repeat(200))).toHaveLength(5);
    expect(scan(many, many.length).facts).toContainEqual(expect.objectContaining({ kind: 'mark', name: 'cut' }));
  });

  test('in which a frame has a secret gives it once', () => {
    const frame = `<iframe srcdoc="&lt;script&gt;x={access_token:&quot;${META}&quot;}&lt;/script&gt;"></iframe>`;
    expect(secretsOf(scan(frame, frame.length).facts)).toHaveLength(1);
  });
});

test('a secret in the code of a custom pixel is found, also if the code does not run', () => {
  for (const before of ['', '<script>']) {
    const facts = customPixelFacts(sandboxDocument(`${before}\nfetch(u,{headers:{k:"${MADE_UP.shopify[0]}"}})`), {
      pixelId: '901',
    });
    expect(secretsOf(facts)).toEqual([expect.objectContaining({ pixel: '901', secret: 'shopify_secret', line: 2 })]);
  }
});
