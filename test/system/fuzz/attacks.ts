/**
 * Every input that once cost more than its length, as a generator: `text(chars)` is the attack at about that length. Big inputs
 * are made, not kept. An attack that the fuzzer or a person finds is added here, and stays.
 * It has over 400 lines, because it is one table.
 */

/** Who reads the text. `list` is a tariff file, `custom pixel` is the code of one, `notes` are those of chapter 99, `certificate` is one text of a certificate request. */
export type Reader =
  | 'page'
  | 'script'
  | 'container'
  | 'custom pixel'
  | 'robots'
  | 'charset'
  | 'list'
  | 'notes'
  | 'certificate';

export interface Attack {
  name: string;
  reader: Reader;
  text(chars: number): string;
}

/** `unit` repeated between `before` and `after`, at most `chars` long. */
function fill(chars: number, unit: string, before = '', after = ''): string {
  return before + unit.repeat(Math.max(1, Math.floor((chars - before.length - after.length) / unit.length))) + after;
}

/** `open` as often as `close`, with `inside` between them. */
function nest(chars: number, open: string, close: string, inside = ''): string {
  const depth = Math.max(1, Math.floor((chars - inside.length) / (open.length + close.length)));
  return open.repeat(depth) + inside + close.repeat(depth);
}

/** A text of one tenth of the attack, which the rest of it refers to again and again. */
function large(chars: number, unit = 'x'): string {
  return unit.repeat(Math.floor(chars / 10 / unit.length));
}

const page = (name: string, text: Attack['text']): Attack => ({ name, reader: 'page', text });
const script = (name: string, text: Attack['text']): Attack => ({ name, reader: 'script', text });
const container = (name: string, text: Attack['text']): Attack => ({ name, reader: 'container', text });
const pixel = (name: string, text: Attack['text']): Attack => ({ name, reader: 'custom pixel', text });
const robots = (name: string, text: Attack['text']): Attack => ({ name, reader: 'robots', text });
const list = (name: string, text: Attack['text']): Attack => ({ name, reader: 'list', text });
const notes = (name: string, text: Attack['text']): Attack => ({ name, reader: 'notes', text });
const certificate = (name: string, text: Attack['text']): Attack => ({ name, reader: 'certificate', text });

/** A rule without conditions for the tags of a container. */
const ADD_ALL = `"rules":[[["add",${[...Array(2000).keys()]}]]]`;
const PAGE_VIEW = '{"function":"__gaawe","vtp_eventName":"page_view","vtp_measurementId":"G-ABCDE12345"}';

/** The script of a container from the JSON of its parts. */
function program(parts: Partial<Record<'macros' | 'tags' | 'predicates' | 'rules', readonly string[]>>): string {
  const { macros = ['{"function":"__k"}'], tags = [], predicates = [], rules = [] } = parts;
  return `{"resource":{"macros":[${macros}],"tags":[${tags}],"predicates":[${predicates}],"rules":[${rules}]}}`;
}

/** Predicates on a variable that nobody knows. */
function unknown(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `{"function":"_cn","arg0":["macro",0],"arg1":"${i}"}`);
}

const LIST_HEADER = 'code,programme,kind,note_subdivision,ch99_heading,rate_pct,rate_kind,effective_from,source';

export const ATTACKS: readonly Attack[] = [
  page('a long base address and many relative addresses', (chars) =>
    fill(chars, '<script src=a></script>', `<base href="https://x.example/${large(chars)}/">`),
  ),
  page('a base address at its limit and many relative addresses', (chars) =>
    fill(chars, '<script src=a></script>', `<base href="https://x.example/${'x'.repeat(480)}/">`),
  ),
  page('a long base address and first-party loaders', (chars) =>
    fill(chars, '<script src=/a?id=GTM-ABC1234></script>', `<base href="https://x.example/${large(chars)}/">`),
  ),
  page('image addresses of many parameters', (chars) =>
    fill(chars, `<img src="//facebook.com/tr?id=1&${'a&'.repeat(1900)}">`),
  ),
  page('many small scripts', (chars) => fill(chars, '<script>fbq()</script>')),
  page('many handlers', (chars) => fill(chars, '<p onclick=fbq()>')),
  page('frames that contain pages', (chars) =>
    fill(chars, '<iframe srcdoc="<script>fbq(&quot;init&quot;,1)</script>"></iframe>'),
  ),
  page('a script whose comments open scripts', (chars) => fill(chars, '<!--<script></script>', '<script>')),
  page('unclosed quotes', (chars) => fill(chars, '<a href="')),
  page('entities in an address', (chars) => fill(chars, '&a', '<script src="', '"></script>')),
  page('pixel lists that name one id each', (chars) =>
    fill(chars, `<script>x={webPixelsConfigList:[{"id":"1","configuration":"{\\"a\\":1}"}]}</script><!---->`),
  ),
  page('images and init calls', (chars) =>
    fill(
      chars,
      `<script>fbq('init','123456789012345')</script><noscript><img src="//facebook.com/tr?id=123456789012346"></noscript>`,
    ),
  ),
  page('beginnings of every secret', (chars) =>
    fill(
      chars,
      'EAA access_token api_secret client_secret pk_ pina_ shpat_ sk_live_ AKIA xoxb- ghp_ PRIVATE KEY----- ',
    ),
  ),
  page('tokens that are almost secrets', (chars) => fill(chars, `"EAA${'aB1'.repeat(20)}+" `, 'facebook ')),
  page('one character of an EAA token, again and again', (chars) => fill(chars, '"EAA')),
  page('keys of secrets with long values', (chars) => fill(chars, `access_token:"eyJ${'a'.repeat(1900)} `)),
  page('keys of secrets in escapes', (chars) => fill(chars, 'api_secret\\\\\\"\\u0022:', 'measurement_id')),
  page('secrets of one kind', (chars) => fill(chars, `"shpat_${'0123456789abcdef'.repeat(2)}" `)),
  script('calls of vendors', (chars) => fill(chars, "pintrk('load',i);ttq.load(i);", `i="${large(chars)}";`)),
  script('addresses of vendors in one sum', (chars) => fill(chars, "'//bat.bing.com/bat.js'+", 'f(', "'x')")),
  script('pieces of written markup', (chars) =>
    fill(chars, `'<scr'+'ipt src="//x/fbevents.js"></scr'+`, 'document.write(', "'x')"),
  ),
  script('escaped pieces of written markup', (chars) =>
    fill(chars, "'%3Cscript src=//x/fbevents.js '+", 'unescape(', "'x')"),
  ),
  script('containers without an id', (chars) => fill(chars, "s.src='//www.googletagmanager.com/gtm.js?id='+i;")),
  script('templates that end in an id', (chars) =>
    fill(chars, `s.src=\`//www.googletagmanager.com/gtag/js?id=\${i}\`;`),
  ),
  script('hits of Google', (chars) => fill(chars, "fetch('//www.google-analytics.com/g/collect?tid='+i);")),
  script('accounts of VWO', (chars) => fill(chars, '_vwo_code(account_id=1);')),
  script('settings beside a pixel list', (chars) => fill(chars, 'f({webPixelsConfigList:[],a:"b",c:{d:[1]}},"x",{});')),
  script('pixel lists in one object', (chars) => fill(chars, 'webPixelsConfigList:[],', 'f({', '},"x",{a:1})')),
  script('page types', (chars) => fill(chars, 'ShopifyAnalytics.meta.pageType;')),
  script('a list of long ids', (chars) =>
    fill(chars, 'fbq("init",i);', `a=[${`"${large(chars / 16)}",`.repeat(16)}];a.map(i=>{`, '})'),
  ),
  script('a long event name in a variable', (chars) => fill(chars, 'fbq("track",n);', `n="${large(chars)}";`)),
  script('long customer data in a variable', (chars) =>
    fill(chars, 'fbq("init","1",d);', `d={em:"${large(chars)}",ph:"${large(chars)}"};`),
  ),
  script('a long currency in a variable', (chars) =>
    fill(chars, 'fbq("track","x",d);', `d={currency:"${large(chars)}",value:"${large(chars)}"};`),
  ),
  script('a long verb in a variable', (chars) => fill(chars, '_gaq.push(v);', `v=["${large(chars, 'a.')}","x"];`)),
  script('a long command in a variable', (chars) => fill(chars, 'ga(v,x);', `v="${large(chars, 'a.')}";`)),
  script('a long id in a variable', (chars) => fill(chars, 'gtag("config",v);', `v="${large(chars, 'X-')}";`)),
  script('a long identifier that an address is assigned to', (chars) =>
    fill(chars, 'u="//x/fbevents.js";', `${`${large(chars, 'z')}=u;`.repeat(4)}`),
  ),
  script('settings of a Google channel, loaded again and again', (chars) =>
    fill(
      chars,
      'trekkie.load(c);',
      `c={"Google Gtag Pixel":{eventLabels:[${`{action_label:[${'"G-1",'.repeat(64)}]},`.repeat(64)}]}};`,
    ),
  ),
  script('many keys beside an anti-flicker name', (chars) =>
    fill(chars, "f('async-hide',x,1,2,k);", `k={${large(chars, 'a:1,')}};`),
  ),
  script('a list of script tags, loaded again and again', (chars) =>
    fill(chars, 'appsScripts=u;', `u=[${'1,'.repeat(256)}];`),
  ),
  script('written tags without an address', (chars) =>
    fill(chars, '<script ', "document.write('facebook.com/tr fbevents fbds gtag/js optimize.js ", "')"),
  ),
  script('written tags with blanks before src', (chars) =>
    fill(chars, ` src ${' '.repeat(50)}`, "document.write('facebook.com/tr fbevents <script", "')"),
  ),
  script('addresses of containers', (chars) => fill(chars, '"//a/gtm.js?a/gtm.js?', "x='GTM-ABC1234';y='gtm.js?id=';")),
  script('at signs in an excerpt', (chars) => fill(chars, `fbq('init','${'a@'.repeat(50)}');`)),
  script('settings of one loader', (chars) => fill(chars, '{id:"AW-123456789"},', `f("${'gtm'.repeat(600)}",`, '1)')),
  script('open regular expressions', (chars) => fill(chars, 'fbq=[/[')),
  script('open templates', (chars) => fill(chars, '`${fbq(')),
  script('open objects', (chars) => fill(chars, 'a={', 'fbq("init",x);')),
  script('loop variables', (chars) =>
    fill(chars, 'fbq("init",i);', 'a=["1","2","3","4","5","6","7","8"];a.map(i=>{', '})'),
  ),
  script('events on the lines of one call', (chars) =>
    fill(chars, "event:'purchase',x:fbq('init','1'),\n", 'dataLayer.push({', '})'),
  ),
  script('functions that call each other', (chars) =>
    fill(chars, "function f(){f();g()}function g(){f();fbq('track','x')}"),
  ),
  script('a chain of functions', (chars) => {
    const links = Math.floor(chars / 40);
    return Array.from({ length: links }, (_, i) => `function f${i}(){f${i + 1}();fbq('track','x')}`).join('');
  }),
  script('functions in functions', (chars) => fill(chars, "f(function(){fbq('track','x');")),
  script('functions passed on', (chars) =>
    fill(chars, "f(()=>fbq('track','x'));", 'function f(g){h(g)}function h(g){f(g)}'),
  ),
  script('functions of one name', (chars) => fill(chars, "function f(f){f(f);fbq('track','x')}")),
  script('arrow functions', (chars) => fill(chars, 'a=>', '', "fbq('track','x')")),
  script('operands', (chars) => fill(chars, "a&&b||fbq('track','x')&&")),
  script('conditional expressions', (chars) => fill(chars, "a?fbq('track','x'):")),
  script('conditions', (chars) => fill(chars, "if(!(a&&b))fbq('track','x');else ")),
  script('conditions in conditions', (chars) => fill(chars, 'if(!(', '', "fbq('track','x')")),
  script('long conditions', (chars) => fill(chars, `if(${'a&&!(b||c)&&'.repeat(40)}d)fbq('track','x');`)),
  script('early returns', (chars) => fill(chars, "if(a)return;fbq('track','x');", 'function f(){', '}')),
  script('blocks', (chars) => fill(chars, '{(', '', "fbq('track','x')")),
  script('labels of a switch', (chars) => fill(chars, "case 'x':fbq('track','x');", 'switch(a){', '}')),
  script('subscriptions', (chars) =>
    fill(chars, "analytics.subscribe(n,e=>{fbq('track','x')});", 'n=["a","b","c","d","e","f","g","h"];'),
  ),
  script('one callback of many subscriptions', (chars) =>
    fill(chars, "analytics.subscribe('x',f);", "function f(){fbq('track','x');fbq('track','y')}"),
  ),
  script('listeners that are removed', (chars) =>
    fill(chars, "a.addEventListener('scroll',f);", "function f(){a.removeEventListener('scroll',f);fbq('track','x')}"),
  ),
  script('guards against a second run', (chars) => fill(chars, "if(!a){a=true;fbq('track','x')}")),
  script('lists of targets', (chars) =>
    fill(chars, "gtag('event','x',{send_to:a});", `a=[${large(chars, '"AW-123456789/x",')}];`),
  ),
  script('targets put together', (chars) =>
    fill(chars, `gtag('event','x',{send_to:\`\${a}\${a}\${a}\`+a+a+a});`, `a="${large(chars)}";`),
  ),
  script('members of one object', (chars) => fill(chars, "gtag('event','x',d);", `d={${large(chars, 'a:1,')}};`)),
  script('one script of Next.js, pushed again and again', (chars) =>
    fill(chars, '__next_s.push([0,c]);', `c={children:"${large(chars, "fbq('init','1');")}"};`),
  ),
  script('scripts of Next.js', (chars) =>
    fill(chars, "__next_s.push([0,{children:\"fbq('init','123456789012345')\"}]);"),
  ),
  script('state of Next.js', (chars) => fill(chars, '\\"gtmId\\":', '__next_f.push([1,"', '"])')),
  script('containers in variables', (chars) => fill(chars, "a='GTM-ABC123';s='gtm.js?id='+a;")),
  page('settings of AMP', (chars) =>
    fill(
      chars,
      '"a":{"on":"visible","vars":{"event_name":"x"}},',
      '<amp-analytics type=gtag><script type=application/json>{"triggers":{',
      '"b":1}}</script>',
    ),
  ),
  page('rewritten addresses', (chars) =>
    fill(chars, `<script src="../www.googletagmanager.com/${'a/'.repeat(200)}js"></script>`),
  ),
  page('words between tags', (chars) => fill(chars, '<b>\n a\n </b>')),
  page('divisions with ids', (chars) => fill(chars, '<div id=root>')),
  page('loaders of a saved page', (chars) =>
    fill(chars, '<script src=//connect.facebook.net/en_US/fbevents.js></script>', '<!-- saved from url=x -->'),
  ),
  container(
    'custom HTML that repeats one constant',
    (chars) =>
      `{"resource":{"macros":[{"function":"__c","vtp_value":"${'<p onx=fbq()>'.repeat(9)}"}],"tags":[${fill(
        chars,
        '{"function":"__html","vtp_html":["template"'.concat(',["macro",0]'.repeat(1000), ']},'),
        '',
        '{}',
      )}],${ADD_ALL}}}`,
  ),
  container(
    'settings of one variable in many tags',
    (chars) =>
      `{"resource":{"macros":[{"vtp_trackingId":["template"${',"a"'.repeat(Math.floor(chars / 8))}]}],"tags":[${fill(
        Math.floor(chars / 2),
        '{"function":"__ua","vtp_gaSettings":["macro",0]},',
        '',
        '{}',
      )}],${ADD_ALL}}}`,
  ),
  container(
    'a base address in each custom HTML tag',
    (chars) =>
      `{"resource":{"macros":[],"tags":[${fill(
        chars,
        `{"function":"__html","vtp_html":"<base href='https://x/${'x'.repeat(5000)}'>${'<script src=a></script>'.repeat(200)}"},`,
        '',
        '{}',
      )}],${ADD_ALL}}}`,
  ),
  container('many rules that add many tags', (chars) => {
    const count = Math.floor(chars / 100);
    const tag = '{"function":"__gaawe","vtp_eventName":"a","vtp_measurementId":"G-ABCDE12345"}';
    const rules = Array.from(
      { length: count },
      (_, i) =>
        `[["if",${i % 9},${(i * 7) % 9}],["unless",${(i * 3) % 9}],["add",${i % 50}],["block",${(i * 13) % 50}]]`,
    );
    return program({ tags: Array(50).fill(tag), predicates: unknown(9), rules });
  }),
  container('rules with the same unknown conditions', (chars) => {
    const rules = Array.from(
      { length: Math.floor(chars / 40) },
      (_, i) => `[["if",${i % 10},${(i * 7) % 10}],["add",0,1]]`,
    );
    return program({ tags: [PAGE_VIEW, PAGE_VIEW], predicates: unknown(10), rules });
  }),
  container('tags that all send one event', (chars) => {
    const tags = Array(Math.floor(chars / 100)).fill(PAGE_VIEW);
    return program({ tags, predicates: unknown(1), rules: [`[["if",0],["add",${[...tags.keys()]}]]`] });
  }),
  container('a chain of setup and teardown tags', (chars) => {
    const tags = Array.from(
      { length: Math.floor(chars / 110) },
      (_, i) =>
        `{"function":"__html","setup_tags":["list",["tag",${i + 1},1]],"teardown_tags":["list",["tag",${i * 3},2]]}`,
    );
    return program({ tags, predicates: [], rules: ['[["add",0]]'] });
  }),
  container('variables that name each other', (chars) => {
    const count = Math.floor(chars / 300);
    const macros = Array.from({ length: count }, (_, i) => {
      const parts = Array.from({ length: 20 }, (_, j) => `["macro",${(i * 7 + j * 11) % count}]`);
      return `{"function":"__c","vtp_value":["template",${parts}]}`;
    });
    return program({
      tags: [PAGE_VIEW.replace('"G-ABCDE12345"', '["macro",0]')],
      macros,
      predicates: [],
      rules: ['[["add",0]]'],
    });
  }),
  container('tables whose rows are tables', (chars) => {
    const rows = (i: number) => Array.from({ length: 5 }, (_, j) => `["map","key","${j}","value",["macro",${i + 1}]]`);
    const macros = Array.from(
      { length: Math.floor(chars / 250) },
      (_, i) => `{"function":"__smm","vtp_input":["macro",99999],"vtp_map":["list",${rows(i)}]}`,
    );
    return program({
      tags: [PAGE_VIEW.replace('"G-ABCDE12345"', '["macro",0]')],
      macros,
      predicates: [],
      rules: ['[["add",0]]'],
    });
  }),
  container('regular expressions that run for years elsewhere', (chars) => {
    const predicates = Array.from(
      { length: Math.floor(chars / 100) },
      (_, i) => `{"function":"_re","arg0":"${'a'.repeat(20)}","arg1":"(a+)+(a+)+(.*)*(.*)*$${i}x"}`,
    );
    return program({ tags: [PAGE_VIEW], predicates, rules: predicates.map((_, i) => `[["if",${i}],["add",0]]`) });
  }),
  container('regular expressions with counts', (chars) => {
    const predicates = Array.from(
      { length: Math.floor(chars / 100) },
      (_, i) => `{"function":"_re","arg0":"${'a'.repeat(20)}","arg1":"(?:(?:a{0,9}){0,9}){0,9}${i}"}`,
    );
    return program({ tags: [PAGE_VIEW], predicates, rules: predicates.map((_, i) => `[["if",${i}],["add",0]]`) });
  }),
  container('one tag on many events', (chars) => {
    const predicates = Array.from(
      { length: Math.floor(chars / 90) },
      (_, i) => `{"function":"_eq","arg0":["macro",0],"arg1":"e${i}"}`,
    );
    const rules = predicates.map((_, i) => `[["if",${i}],["add",0,1,2,3]]`);
    return program({ tags: Array(4).fill(PAGE_VIEW), macros: ['{"function":"__e"}'], predicates, rules });
  }),
  container('nested brackets', (chars) => fill(chars, '[', '{"resource":{"a":')),
  container('resources that do not begin', (chars) => fill(chars, '"resource"  ')),
  { name: 'tags that declare nothing', reader: 'charset', text: (chars) => fill(chars, '<a =<b ') },
  {
    name: 'charset after charset',
    reader: 'charset',
    text: (chars) => fill(chars, 'charset="', "<meta content='", "'>"),
  },
  { name: 'an endless XML declaration', reader: 'charset', text: (chars) => fill(chars, ' encoding ', '<?xml') },
  pixel('calls of one long function', (chars) => fill(chars, 'f();', `function f(){fbq("track","${large(chars)}")}`)),
  pixel('functions that call each other many times', (chars) =>
    fill(chars, 'f(a);', 'function h(a){fbq("track",a)}function g(a){h(a);h(a);h(a)}function f(a){g(a);g(a);g(a)}'),
  ),
  pixel('arguments that double in each function', (chars) =>
    fill(
      chars,
      'e(1+1);',
      'function h(a){fbq("track",a+a)}function g(a){h(a+a)}function f(a){g(a+a)}function e(a){f(a+a)}',
    ),
  ),
  pixel('long arguments that a function ignores', (chars) =>
    fill(chars, 'f();', `function g(a){fbq("track","x")}function f(){g([${large(chars, '1,')}])}`),
  ),
  pixel('many small functions', (chars) => fill(chars, 'function f(a){fbq(a)}f(1);')),
  pixel('functions with names of their own', (chars) =>
    Array.from({ length: chars / 40 }, (_, i) => `function f${i}(a){fbq(a)};f${i}(1);`).join(''),
  ),
  pixel('functions in functions', (chars) => nest(chars, 'function f(){fbq();', '}f();')),
  pixel('a chain of functions', (chars) =>
    Array.from({ length: chars / 40 }, (_, i) => `function f${i}(a){f${i + 1}(a);fbq(a)}`).join(''),
  ),
  pixel('assignments in assignments', (chars) => nest(chars, 'a=[b=[', ']]')),
  pixel('a variable with everything', (chars) => fill(chars, 'a=a+event.data.checkout.email;')),
  pixel('patterns in patterns', (chars) => `${nest(chars, '{email,a:', '}', 'x')}=event.data.checkout`),
  pixel('requests in requests', (chars) => nest(chars, 'fetch("//a.example/",', ')', 'event.data.checkout.email')),
  pixel('subscriptions in subscriptions', (chars) => nest(chars, 'analytics.subscribe("a",e=>{', '})')),
  pixel('hashes in requests', (chars) => nest(chars, 'fetch("//a.example/",hash(', '))', 'event.data.checkout.email')),
  pixel('returns in functions', (chars) => nest(chars, 'function f(){return{a:', '}}', 'event.data.checkout.email')),
  pixel('returns in functions that call each other', (chars) => nest(chars, 'function f(){return fbq(f(', '))}')),
  pixel('conditions in subscriptions', (chars) => nest(chars, 'if(event.name=="a"){', '}', 'fbq("track","x")')),
  pixel('requests with a variable of many fields', (chars) =>
    fill(chars, 'fetch(u,b);', `u="//a.example/";b=[${large(chars, 'event.data.checkout.email,')}];`),
  ),
  pixel('settings of gtag without an address', (chars) =>
    fill(chars, 'gtag("set",{a:1});gtag("config","G-ABCDE12345");'),
  ),
  pixel('long paths', (chars) => fill(chars, 'a.b.checkout.email.')),
  pixel('tags in a comparison', (chars) => fill(chars, 'a\n<script ')),
  pixel('new addresses of new addresses', (chars) => nest(chars, 'fetch(new URL(', '))')),
  pixel('loops in loops', (chars) => nest(chars, "['a','b','c'].forEach(n=>{", '})', 'fbq("track",n)')),
  pixel(
    'a long loop over many items',
    (chars) => `[${'"a",'.repeat(39)}"a"].forEach(n=>{${fill(chars - 200, 'fbq("track",n);')}})`,
  ),
  pixel('many lookups in one table', (chars) =>
    fill(chars, 'fbq("track",N[e.name]);', 'const N={a:"b",c:"d"};analytics.subscribe("all_events",(e)=>{', '})'),
  ),
  pixel('many loops over one long table', (chars) =>
    fill(
      chars,
      'Object.keys(N).forEach(k=>{fbq(N[k])});',
      `const N={${Array.from({ length: 40 }, (_, i) => `a${i}:"${'x'.repeat(chars / 500)}"`).join()}};`,
    ),
  ),
  pixel('patterns of many names', (chars) => `[[1]].forEach(([${fill(chars - 100, 'a,')}b])=>{fbq(a)})`),
  robots('patterns of many asterisks', (chars) =>
    fill(chars, 'Disallow: /*a*a*a*a*a*a*a*a*a*a*ab\n', 'User-agent: *\n'),
  ),
  robots('one pattern of many asterisks', (chars) => fill(chars, '*a', 'User-agent: *\nDisallow: /', 'b')),
  robots('many groups', (chars) => fill(chars, 'User-agent: *\nAllow: /a\n')),
  robots('many escapes', (chars) => fill(chars, '%61é', 'User-agent: *\nDisallow: /')),
  list('many columns', (chars) =>
    fill(chars, 'x\n', `${LIST_HEADER}${Array.from({ length: chars / 20 }, (_, i) => `,c${i}`).join('')}\n`),
  ),
  list('empty lines that end with a carriage return alone', (chars) =>
    fill(chars, '\r', `${LIST_HEADER}${',x'.repeat(50)}\n`),
  ),
  list('empty lines', (chars) =>
    fill(chars, '\n', `${LIST_HEADER}\n7326.90.86,steel,article,16(b)/(j),9903.81.91,50,additional,2025-04-01,x\n`),
  ),
  list(
    'new terms in each row',
    (chars) =>
      `${LIST_HEADER}\n${Array.from({ length: chars / 64 }, (_, i) => `7326.90.86,steel,article,16(b)/(j),9903.81.91,50,additional,2025-04-01,s${i}\n`).join('')}`,
  ),
  list('one code for each day', (chars) =>
    JSON.stringify({
      list_id: 'x',
      title: 'x',
      version: '1',
      as_of: '2026-01-01',
      source: 'x',
      scheduled: [],
      articles: { 7326: { slug: 'x', name: 'x' } },
      terms: {
        t: {
          note: 'm',
          programme: 'p',
          kind: 'derivative',
          goods: 'x',
          ch99_heading: '9903.81.91',
          rate: 50,
          rate_kind: 'additional',
        },
      },
      rows: Array.from({ length: chars / 64 }, (_, i) => {
        const day = new Date(Date.UTC(1900, 0, 1) + i * 86_400_000).toISOString().slice(0, 10);
        return { code: '7326.90.86', terms: 't', from: day, to: day };
      }),
    }),
  ),
  list('brackets that never close', (chars) => fill(chars, '[')),
  list('one quoted cell', (chars) => fill(chars, '""', `${LIST_HEADER}\n"`)),
  notes('markers of parts', (chars) => fill(chars, '(i) A:\n')),
  notes('markers of letters', (chars) => fill(chars, '(a) A\n(b) B\n')),
  notes('markers in a row', (chars) => fill(chars, '(i) (ii) (iii) ')),
  notes('markers behind stops', (chars) => fill(chars, ': (ii) ')),
  notes('markers behind spaces', (chars) => fill(chars, `${' '.repeat(390)}(i) `)),
  notes('numbers of notes', (chars) => fill(chars, '16. (a) A\n')),
  notes('notes that jump', (chars) => fill(chars, '16.\n')),
  notes('colons', (chars) => fill(chars, ': ')),
  notes('colons and brackets', (chars) => fill(chars, ': [')),
  notes('brackets behind a colon', (chars) => fill(chars, '[]', ': ')),
  notes('white space behind a colon', (chars) => fill(chars, ' ', ':')),
  notes('empty fields', (chars) => fill(chars, 'null ', '(i) ')),
  notes('lists of one number', (chars) => fill(chars, ': 7601 x')),
  notes('numbers on one line', (chars) => fill(chars, '7601 ')),
  notes('numbers on many lines', (chars) => fill(chars, '7326.90.8688\n')),
  notes('digits and dots', (chars) => fill(chars, '1.')),
  notes('chapter 99 headings', (chars) => fill(chars, '9903.82.02–')),
  notes('page headers', (chars) =>
    fill(
      chars,
      'Harmonized Tariff Schedule of the United States Revision 6 (2026)\nXXII\n99 - III - 64\nU.S. Notes (con.) 7601\n',
    ),
  ),
  notes('columns out of step', (chars) => fill(chars, '  7601      7602\n', '(i) Articles of steel:     7603\n')),
  notes('titles out of step', (chars) => fill(chars, '(i) Articles of steel:     7603    7604\n  7601      7602\n')),
  notes('tags that are not closed', (chars) => fill(chars, '<li>')),
  notes('tags without an end', (chars) => fill(chars, '<li ')),
  notes('comments without an end', (chars) => fill(chars, '<!--', '<li>')),
  notes('nested lists', (chars) => fill(chars, '<ul><li>(i) ')),
  notes('signs that open no tag', (chars) => fill(chars, '< ', '<li>')),
  notes('references', (chars) => fill(chars, '&#55;&amp', '<li>')),
  notes('ampersands', (chars) => fill(chars, '&', '<li>')),
  notes('empty cells', (chars) => fill(chars, '<td>null</td>', '<li>:')),
  notes('line ends in HTML', (chars) => fill(chars, '\n', '<li>')),
  notes('NUL characters', (chars) => fill(chars, '\0')),
  certificate('marks in descending order of class', (chars) => fill(chars, '\u0315\u0300', 'a')),
  certificate('opening brackets between right-to-left letters', (chars) => fill(chars, '(\u05d0[')),
  certificate('right-to-left and left-to-right letters in turn', (chars) => fill(chars, '\u05d0a')),
  certificate('one word of Arabic letters', (chars) => fill(chars, '\u0628\u0644\u0627')),
  certificate('one word of Devanagari letters', (chars) => fill(chars, '\u0915\u094d')),
  certificate('one word of Latin letters', (chars) => fill(chars, 'fi')),
  certificate('distinct Chinese characters', (chars) => {
    return Array.from({ length: chars }, (_, i) => String.fromCharCode(0x4e00 + (i % 0x5000))).join('');
  }),
  certificate('joined emoji', (chars) => fill(chars, '\u{1f469}\u200d')),
  certificate('one word of Thai letters', (chars) => fill(chars, '\u0e01\u0e49')),
  certificate('blanks', (chars) => fill(chars, ' ', 'a', 'a')),
];
