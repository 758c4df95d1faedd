/** What the frame of a custom pixel stops: in each piece of code, whether the call `X(` is ever reached. */
import { describe, expect, test } from 'bun:test';
import { readSandbox, type SandboxReading } from './sandbox.ts';
import { parseCode } from './syntax.ts';

function read(code: string): SandboxReading {
  const parsed = parseCode(code);
  if (parsed.state !== 'tree') throw new Error(`not parsed: ${code}`);
  return readSandbox(parsed.tree);
}

const CODE: [reached: 'dead' | 'live', code: string][] = [
  ['dead', "document.querySelector('form').addEventListener('submit',()=>X());"],
  ['live', "X();document.querySelector('form').addEventListener('submit',()=>1);"],
  ['dead', "document.querySelector('form').addEventListener('submit',()=>1);analytics.subscribe('x',()=>X());"],
  ['dead', "document.querySelector('form')?.addEventListener('submit',()=>X());"],
  ['live', "document.querySelector('form')?.addEventListener('submit',()=>1);X()"],
  ['dead', "const f=document.querySelector('form'); if(f){X()}"],
  ['dead', "const f=document.querySelector('form'); if(!f) return; X()"],
  ['live', "const f=document.querySelector('form'); if(!f) X()"],
  ['dead', "analytics.subscribe('a',e=>{const f=document.getElementById('x').value; X(f)})"],
  ['live', "analytics.subscribe('a',e=>{try{const f=document.getElementById('x').value}catch(e){} X()})"],
  ['dead', "analytics.subscribe('a',e=>{try{const f=document.getElementById('x').value; X(f)}catch(e){}})"],
  ['live', "analytics.subscribe('a',e=>{try{throw 1}catch(e){X()}})"],
  ['dead', "$('form').on('submit',function(){X()})"],
  ['dead', 'jQuery(function($){X()})'],
  [
    'live',
    "var s=document.createElement('script');s.src='https://x/jquery.min.js';s.onload=function(){jQuery(function(){X()})};document.head.appendChild(s)",
  ],
  ['live', "function $(s){return document.querySelectorAll(s)} X($('a'))"],
  ['dead', 'if(window.jQuery){X()}'],
  ['dead', "if(typeof jQuery!=='undefined'){X()}"],
  ['live', "if(typeof jQuery==='undefined'){X()}"],
  ['dead', 'X(window.top.location.href)'],
  ['dead', 'window.parent.dataLayer.push({a:1});X()'],
  ['live', "window.parent.postMessage('x','*');X()"],
  ['live', 'if(window.top===window.self){}else{X()}'],
  ['live', 'var parent=event.target.parentNode;parent.x;X()'],
  ['dead', "document.addEventListener('click',function(e){X()})"],
  ['dead', "function onClick(){X()} document.addEventListener('click',onClick)"],
  ['live', "function onClick(){X()} document.addEventListener('click',onClick); onClick()"],
  ['dead', "document.querySelectorAll('.add').forEach(b=>b.addEventListener('click',()=>X()))"],
  ['dead', "for(const b of document.querySelectorAll('button')){X()}"],
  ['dead', "const bs=document.getElementsByClassName('x');for(var i=0;i<bs.length;i++){X()}"],
  ['live', "var f=document.getElementsByTagName('script')[0];f.parentNode.insertBefore(1,f);X()"],
  [
    'live',
    "!function(f,b,e,v,n,t,s){t=b.createElement(e);s=b.getElementsByTagName(e)[0];s.parentNode.insertBefore(t,s)}(window,document,'script');X()",
  ],
  [
    'live',
    "var d=document.createElement('div');d.id='box1';document.body.appendChild(d);document.getElementById('box1').x=1;X()",
  ],
  ['dead', "fetch('/cart.js').then(r=>r.json()).then(c=>X(c))"],
  ['live', "fetch('https://a.example/').then(r=>X(r))"],
  ['live', "fetch('//a.example/').then(r=>X(r))"],
  ['dead', "(function(){document.querySelector('form').x;})();X()"],
  ['live', "(async function(){document.querySelector('form').x;})();X()"],
  ['dead', 'if(Shopify.checkout){X()}'],
  ['dead', 'if(window.Shopify && Shopify.checkout){X()}'],
  ['live', "localStorage.getItem('a');document.cookie;X()"],
  ['dead', "let x = x0; x0 = document.querySelector('form'); const {value}=document.querySelector('#e'); X(value)"],
  ['live', 'var a=document.querySelector(sel); a.x; X()'],
  ['live', "let a; if(q){a=document.querySelector('form')} else {a={}} a.x; X()"],
  ['dead', 'window.onclick=function(){X()}'],
  ['live', "window.addEventListener('message',()=>X())"],
  ['live', "window.addEventListener('load',()=>X())"],
  ['dead', "const el = document.querySelector('h1').innerText; X(el)"],
  ['live', "document.querySelector('head').appendChild(s);X()"],
  ['dead', "X({email: document.querySelector('input[name=email]').value})"],
  ['live', 'X({t: document.title})'],
  ['live', "var w=w||document.querySelector('.a'); w.foo; X()"],
  ['dead', "setTimeout(function(){ $('.x').hide(); X() },5)"],
  ['dead', "window['top']['location']['href'];X()"],
  ['live', 'window.top.location;X()'],
];

test.each(CODE)('%s: %s', (expected, code) => {
  expect(read(code).isDead(code.indexOf('X(')) ? 'dead' : 'live').toBe(expected);
});

test.each<[string, string]>([
  ["document.querySelector('form').x", 'element document.querySelector'],
  ['for (const one of document.forms) a(one)', 'element document.forms'],
  ["document.addEventListener('click', () => a())", 'action click'],
  ['body.onload = a; document.body.onclick = () => a()', 'action onclick'],
  ["jQuery('a')", 'jquery jQuery'],
  ['if (Shopify.checkout) a()', 'page_script Shopify'],
  ['a(window.parent.location.href)', 'window window.parent.location'],
  ["fetch('/cart.js').then((it) => a(it))", 'shop_request fetch'],
])('names what stops it: %s', (code, expected) => {
  expect(read(code).obstacles.map(({ kind, name }) => `${kind} ${name}`)).toEqual([expected]);
});

describe('code made to be costly is read in a moment, or not at all', () => {
  test.each<[string, string]>([
    ['conditions', `${'a&&'.repeat(4000)}b`],
    ['members', `a${'?.b'.repeat(4000)}`],
    ['names that stand for each other', 'x = y; y = x; x.a; w = w.parent; e = Array.from(e); for (q of e) w.x'],
    ['a name with many values', 'x=x||document.querySelector("f");'.repeat(3000)],
    ['functions of one name', `${'function g(){};'.repeat(8000)}g()`],
    ['nested conditions', `${'if(document.querySelector("f")){'.repeat(900)}${'}'.repeat(900)}`],
  ])('%s', (_, code) => expect(read(code).isDead(code.length)).toBe(false));

  test('brackets deeper than a stack', () => {
    expect(parseCode(`${'['.repeat(100_000)}${']'.repeat(100_000)}`.slice(0, 140_000)).state).not.toBe('tree');
    expect(parseCode(' '.repeat(200_000)).state).toBe('unknown');
  });
});
