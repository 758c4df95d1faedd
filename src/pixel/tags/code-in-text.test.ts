import { describe, expect, test } from 'bun:test';
import { PageExtractor } from '../html/page-extractor.ts';
import type { Fact, TagFact } from './facts.ts';

const ID = '700000000000101';
const CALL = `fbq('init','${ID}');fbq('track','PageView');`;
const MAKE = "var s=document.createElement('script');";
const BASE64 = btoa(CALL);

function factsOf(code: string): Fact[] {
  const page = new PageExtractor();
  page.push(`<script>\n${code}\n</script>`);
  return page.end();
}

const tags = (code: string) =>
  factsOf(code)
    .filter((fact): fact is TagFact => fact.kind === 'tag')
    .map(({ vendor, via, id }) => `${vendor} ${via} ${id}`);
const cuts = (code: string) =>
  factsOf(code).filter(({ kind, ...fact }) => kind === 'mark' && 'name' in fact && fact.name === 'cut');

describe('code in a text runs', () => {
  test.each([
    ['eval', `eval("${CALL}")`],
    ['eval of the window', `window.eval("${CALL}")`],
    ['new Function', `new Function("${CALL}")()`],
    ['new Function with an argument', `new Function('a', "${CALL}")(1)`],
    ['setTimeout', `setTimeout("${CALL}", 10)`],
    ['setTimeout without a delay', `setTimeout("${CALL}")`],
    ['jQuery', `jQuery.globalEval("${CALL}")`],
    ['the text of a script', `${MAKE}s.text="${CALL}";`],
    ['the content of a script', `${MAKE}s.textContent="${CALL}";`],
    ['the inner HTML of a script', `${MAKE}s.innerHTML="${CALL}";`],
    ['code that is added', `${MAKE}s.text+="${CALL}";`],
    ['a text node', `${MAKE}s.appendChild(document.createTextNode("${CALL}"));`],
    ['a snippet with short names', `(function(d,e){var s=d.createElement(e);s.text="${CALL}"})(document,'script')`],
    ['a variable', `var c="${CALL}";eval(c);`],
    ['a template', `eval(\`${CALL}\`)`],
    ['a sum', `eval("fbq('init','${ID}')" + ";fbq('track','PageView')")`],
    ['a sum within a word', `eval("fb"+"q('init','${ID}');fbq('track','PageView');")`],
    ['a written script', `document.write("<scr"+"ipt>${CALL}</scr"+"ipt>")`],
    ['a written script with a closing tag', `document.write("<script>${CALL}<\\/script>")`],
    ['a written script that does not close', `document.write("<script>${CALL}")`],
    [
      'a script after another',
      `document.write("<script src='/a.js'><\\/script><script type='text/javascript'>${CALL}<\\/script>")`,
    ],
    ['jQuery’s append', `$('head').append("<script>${CALL}<\\/script>")`],
    [
      'unescape',
      `document.write(unescape("${encodeURIComponent(`<script>${CALL}</script>`).replaceAll("'", '%27')}"))`,
    ],
    ['base64', `eval(atob('${BASE64}'))`],
    ['a script of Next.js', `(self.__next_s=self.__next_s||[]).push([0,{"children":"${CALL}"}])`],
    ['a name of the window', `window["eval"]("${CALL}")`],
    ['an indirect eval', `(0,eval)("${CALL}")`],
    ['a call that may be absent', `document?.write?.("<script>${CALL}<\\/script>")`],
    ['a value before it', `${MAKE}s.text="var shop='"+x+"';${CALL}"`],
    ['an unknown text before it', `${MAKE}s.text=pre+";${CALL}"`],
    ['an unknown text in it', `eval("fbq('set','a',1);"+extra+"${CALL}")`],
    ['a variable in written markup', `var c="${CALL}";document.write("<script>"+c+"<\\/script>")`],
    ['a variable in a template', `var c="${CALL}";$("head").append(\`<script>\${c}<\\/script>\`)`],
    ['a template with an escaped backtick', `eval(\`\${x};a=\\\`b\\\`;${CALL}\`)`],
    ['concat of an older build', `${MAKE}s.innerHTML="fbq('init', '".concat('${ID}',"');fbq('track','PageView');")`],
    [
      'concat in concat',
      `document.write("<script>fbq('init', '".concat('${ID}',"');fbq('track','PageView');</scr".concat('ipt>')))`,
    ],
    ['base64 of the window', `var c=window.atob('${BASE64}');eval(c)`],
    ['a letter that becomes two in lower case', `document.write("<b>İ</b><script>${CALL}<\\/script>")`],
    ['base64 of markup', `document.write(atob('${btoa(`<script>${CALL}</script>`)}'))`],
  ])('%s', (_, code) => {
    expect(tags(code)).toEqual([`meta init ${ID}`]);
    expect(factsOf(code).some(({ kind }) => kind === 'event')).toBe(true);
    expect(cuts(code)).toEqual([]);
  });

  test.each([
    ['a name', `eval("fbq('init','" + id + "')")`],
    ['a member of a call', `eval("fbq('init','" + ids()[0].x + "');var a=1")`],
    ['a substitution', `eval(\`fbq('init','\${id}');\`)`],
    ['a substitution of a sum', `document.write(\`<script>fbq('init',"\${a + b}");<\\/script>\`)`],
    ['a name in double quotes', `eval("fbq('init', \\""+id+"\\")")`],
    ['a part of an id', `eval("fbq('init','7000"+id+"')")`],
    ['a part with a space', `eval("fbq('init',' "+id+"')")`],
    ['concat', `eval("fbq('init', '".concat(id,"')"))`],
    ['a sum of numbers', `eval("fbq('init','" + (a/100) + "')")`],
    ['a name without quotes', 'eval("fbq(\'init\'," + id + ")")'],
  ])('with %s that is not known', (_, code) => expect(tags(code)).toEqual(['meta init undefined']));

  test.each([
    ['a name', `var id='${ID}';eval("fbq('init','" + id + "')")`],
    ['a substitution', `var id='${ID}';document.write(\`<script>fbq('init','\${id}')<\\/script>\`)`],
  ])('with %s that is known', (_, code) => expect(tags(code)).toEqual([`meta init ${ID}`]));

  test.each([
    ['a measurement id', `eval("gtag('config','G-"+id+"')")`],
    ['an Ads id', `eval("gtag('config','AW-"+id+"')")`],
    ['an image', `eval("new Image().src='https://www.facebook.com/tr?id="+id+"&ev=PageView'")`],
    ['an event', `eval("fbq('track','Custom"+ev+"')")`],
  ])('a part of %s makes no id and no event up', (_, code) => {
    expect(JSON.stringify(factsOf(code))).not.toMatch(/"(?:id|name|invalid)":"[^"]*(?:unknown|G-|AW-|Custom)/);
  });

  test('the snippet of a container is one tag', () => {
    const snippet =
      "(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime()});var j=d.createElement(s);j.src='https://www.googletagmanager.com/gtm.js?id='+i;d.head.appendChild(j)})(window,document,'script','dataLayer','GTM-ABC1234')";
    for (const code of [`${MAKE}s.text="${snippet}"`, `eval("${snippet}")`]) {
      expect(tags(code)).toEqual(['gtm snippet GTM-ABC1234']);
      expect(cuts(code)).toEqual([]);
    }
  });

  test('its facts have the place of the text', () => {
    expect(factsOf(`\n  eval("${CALL}")`)).toContainEqual(expect.objectContaining({ kind: 'tag', line: 3, column: 8 }));
  });
});

describe('a text is only a text', () => {
  test.each([
    ['in an error', `throw new Error("${CALL}")`],
    ['in a search', `if(html.includes("${CALL}"))f()`],
    ['assigned often, and used at the end of a long sum', `${'a="fbq(1)";'.repeat(1000)}x(${'z+'.repeat(2000)}a)`],
    ['in many values', `console.log(${Array.from({ length: 300 }, () => '"fbq(1);"+x').join('+')})`],
    ['in a log', `console.log("${CALL}")`],
    ['shown in an element', `document.querySelector('pre').textContent="${CALL}";`],
    ['in written markup', `document.write("<pre>${CALL}</pre>")`],
    ['in a template of written markup', `document.write("<script type='text/template'>${CALL}<\\/script>")`],
    [
      'in markup whose scripts do not run',
      `document.body.insertAdjacentHTML('beforeend',"<script>${CALL}<\\/script>")`,
    ],
    ['in markup in an element', `${MAKE}d.innerHTML="<b>${CALL}</b>";`],
    ['in base64 that is no code', `var a=atob('${BASE64}')`],
  ])('%s', (_, code) => {
    expect(tags(code)).toEqual([]);
    expect(cuts(code)).toEqual([]);
  });
});

describe('what is not read is marked', () => {
  test.each([
    ['a text in a variable', `var c="${CALL}";`],
    ['an argument of a function that is not known', `inject("${CALL}")`],
    ['an argument of a function that runs later', `setTimeout(f, 10, "${CALL}")`],
    ['a text that is changed', `eval("fbq('init','PIXEL');".replace("PIXEL",id))`],
    ['a list of lines', `${MAKE}s.text=["var a=1;","${CALL}"].join("")`],
    ['one of two texts', `${MAKE}s.text=ok?"${CALL}":""`],
    ['a text or another', `${MAKE}s.text=q||"${CALL}"`],
    ['a script of jQuery', `$("<script>${CALL}<\\/script>").appendTo("head")`],
    ['the settings of a script', `$("<script>",{text:"${CALL}"})`],
    ['markup in pieces', `document.write("<script>");document.write("${CALL}");document.write("<\\/script>")`],
    ['markup that is added up', `var h="<script>";h+="${CALL}";h+="<\\/script>";document.write(h)`],
    ['several arguments', `document.write("<script>","${CALL}","<\\/script>")`],
    ['a handler in written markup', `document.write("<img src=x onload=\\"${CALL}\\">")`],
    ['a handler in markup in an element', `d.innerHTML="<img src=x onerror=\\"${CALL}\\">"`],
    [
      'a container in a text that is not followed',
      `run("w[l].push({'gtm.start':1});j.src='//www.googletagmanager.com/gtm.js?id=GTM-ABC1234'")`,
    ],
    ['text of an element that may be a script', `var s=document.createElement(tagName);s.text="${CALL}"`],
    [
      'a list of lines of a container',
      `${MAKE}s.text=["var a;","j.src='https://www.googletagmanager.com/gtm.js?id='+i;"].join("")`,
    ],
    ['a script in its address', `${MAKE}s.src="data:text/javascript,fbq(%27init%27,1)"`],
    [
      'a list of lines that load',
      `${MAKE}s.text=["var a;","j.src='https://www.googletagmanager.com/gtm.js?id=GTM-ABC1234';"].join("")`,
    ],
    ['concat of one of two texts', `eval("fbq('init',".concat(ok?"'1')":"'2')"))`],
    ['packed code', "eval(function(p,a,c,k,e,d){return p}('0(1)',2,2,'fbq|init'.split('|'),0,{}))"],
    ['base64 in a variable', `var b=f();eval(atob(b))`],
    ['code in code in code', `eval("eval(\\"fbq('init','${ID}')\\")")`],
    ['too many texts', Array.from({ length: 65 }, (_, i) => `eval("fbq('init','${ID}');a=${i}");`).join('')],
    ['long base64', `eval(atob('${btoa(CALL + 'a;'.repeat(50_000))}'))`],
  ])('%s', (_, code) => expect(cuts(code)).not.toEqual([]));
});

describe('tags in pieces', () => {
  test.each([
    [
      'an image in added markup',
      `b.innerHTML += '<img src="https://www.facebook.com/tr?id=${ID}&ev=PageView">'`,
      [`meta image ${ID}`],
    ],
    [
      'base64 of markup',
      `document.write(atob('${btoa("<script src='https://connect.facebook.net/en_US/fbevents.js'></script>")}'))`,
      ['meta loader undefined'],
    ],
    [
      'escaped slashes',
      String.raw`s.src="https:\/\/www.googletagmanager.com\/gtag\/js?id=G-ABC1234567"`,
      ['ga4 loader G-ABC1234567'],
    ],
    [
      'escaped slashes of an image',
      String.raw`i.src="https:\/\/www.facebook.com\/tr?id=700000000000101&ev=PageView"`,
      [`meta image ${ID}`],
    ],
    [
      'base64 of added markup',
      `b.innerHTML+=atob('${btoa(`<img src="https://www.facebook.com/tr?id=${ID}&ev=PageView">`)}')`,
      [`meta image ${ID}`],
    ],
    [
      'markup after a value',
      `document.write('<img alt="'+x+'" src="https://www.facebook.com/tr?id=${ID}&ev=PageView">')`,
      [`meta image ${ID}`],
    ],
    [
      'markup after a substitution',
      `document.write(\`<b>\${x}</b><script async src="https://www.googletagmanager.com/gtag/js?id=G-ABC1234567"><\\/script>\`)`,
      ['ga4 loader G-ABC1234567'],
    ],
    ['a template that is no markup', `f(\`\${base}/gtag/js?id=G-ABC1234567\`)`, []],
    ['the host of a container', "j.src='https://www.google'+'tagmanager.com/gtm.js?id='+i", ['gtm loader undefined']],
    [
      'the host of a library',
      "j.src='https://connect.'+'facebook.net/en_US/'+'fbevents.js'",
      ['meta loader undefined'],
    ],
    ['the host of an image', `i.src='https://www.face'+'book.com/tr?id=${ID}&ev=PageView'`, []],
  ])('%s', (_, code, expected) => expect(tags(code)).toEqual(expected));
});
