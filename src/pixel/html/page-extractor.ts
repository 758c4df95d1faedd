/**
 * Turns the elements and scripts of a page into facts, in one pass. It does not decide what is good or bad: the rules do.
 * It has over 400 lines, because one pass has one state: the app block, the AMP tracker, what was marked, what may still be added.
 */

import { Effort } from '../../domain/effort.ts';
import { propertyHandler } from '../javascript/callees.ts';
import { HANDLER, type RunContext } from '../javascript/run-context.ts';
import { parseLiteral } from '../javascript/static-evaluator.ts';
import type { ReaderFaults } from '../reader-faults.ts';
import type { Fact, Form, MarkFact, Position, TagFact } from '../tags/facts.ts';
import {
  ADDRESS_CHARS_MAX,
  faultOfGoogleId,
  faultOfMetaId,
  imageOf,
  libraryOf,
  splitAddress,
} from '../tags/library.ts';
import { mirroredAddress } from '../tags/mirrored-address.ts';
import { mayHoldTags, recognise } from '../tags/recognise.ts';
import { CONSENT_PLATFORM } from '../tags/recognise-shopify.ts';
import { withoutSecret } from '../tags/secret-redaction.ts';
import { SecretSearch } from '../tags/secrets.ts';
import type { SnippetSource } from '../tags/snippet.ts';
import { vendorIn } from '../tags/vendors.ts';
import { AMP_TYPE, ampContainer, ampEvents, ampTags } from './amp.ts';
import { BaseAddress } from './base-address.ts';
import { isSavedBy, settleInjected } from './saved-page.ts';
import { isRedirect } from './script-redirect.ts';
import {
  CONSENT_GATED_TYPE,
  CONTAINER_SCRIPT,
  DELAYED,
  EXECUTABLE,
  isConsentGate,
  ROCKET_LOADER,
} from './script-types.ts';
import {
  type Attributes,
  type Element,
  LIMITS,
  PageTokenizer,
  type ScriptElement,
  type TokenSink,
} from './tokenizer.ts';

export interface ExtractorOptions {
  /** Smaller pieces of text are joined before they are read. `LIMITS.blockCharsMin` by default. */
  blockCharsMin?: number;
  /** Form of the tags found, if the text is not a page but the HTML tag of a container. */
  form?: Form;
  origin?: string;
  /** The work of the text that this one is a part of. By default a text has its own, which grows as the text is read. */
  effort?: Effort;
  /** Contains exceptions, so that only one script or element is not read. By default they pass. */
  faults?: ReaderFaults;
}

/**
 * What a page may cost: units for each character, and units for any page. Real pages need at most 4 for each character. Only a
 * page that was made to be costly is read in part.
 */
export const WORK_PER_CHAR = 12;
export const WORK_MIN = 200_000;

/** Most images are pictures. This cheap test comes first, because parsing an address is expensive. */
const MAY_BE_PIXEL = /tr\/?[?]|ns\.html|\/collect[?]|\/pagead\/[\w-]{0,12}conversion\//;

/** The same for images and frames of other vendors. */
const MAY_BE_VENDOR =
  /pinterest\.com\/v3|snapchat\.com|bat\.bing|adsct|ads\.linkedin|alb\.reddit|outbrain\.com|taboola|doubleclick|criteo|clarity\.ms/;

const APP_SCRIPTS_MAX = 1000;
const FACTS_MAX = 2000;
/** Hosts of script files that are kept apart. */
const FILE_HOSTS_MAX = 64;

/** Facts of which only the first is kept, because a second one adds nothing. */
const ONCE = new Set([
  'shopify',
  'headless',
  'amp',
  'capi',
  'currency',
  'platform',
  'password_page',
  'challenge_page',
  'challenge_script',
  'checkout_page',
  'customer_account_page',
  'redirect',
  'pixel_hash',
  'pixel_base',
  'pixel_flags',
  'surface',
  'page_type',
]);

const CHECKOUT_FILES = 'shopifycloud/checkout-web/';
/** Scripts of the checkout, of customer accounts, and of bot protections. Ordinary pages carry most of the last ones too. */
const SPECIAL_FILES =
  /shopifycloud\/(?:checkout-web|customer-account-web|customer-accounts)\/|challenge-platform|captcha-delivery|datadome|perimeterx|px-cloud|px-cdn|px-captcha|_Incapsula_Resource|awswaf\.com|challenges\.cloudflare\.com/;
/** Those that only a challenge has: Cloudflare's orchestration, DataDome's captcha, the captcha of PerimeterX. */
const CHALLENGE_FILES = ['/orchestrate/', 'captcha-delivery.com', 'px-captcha'];
/** The frame that is all of a refusal of Imperva. */
const REFUSAL_FRAME = '_Incapsula_Resource';

/** Files of a shop. Other Shopify hosts prove nothing, because Shop Pay runs on other sites too. */
const SHOP_FILES = /\/cdn\/shop\/|cdn\.shopify\.com\/s\/(files|trekkie)/;

export class PageExtractor implements TokenSink {
  readonly facts: Fact[] = [];
  /** First `<base href>` of the page. */
  base: BaseAddress | undefined;
  readonly effort: Effort;
  private readonly tokenizer: PageTokenizer;
  private readonly seenPixelIds = new Set<string>();
  private readonly containerIds = new Map<string, string>();
  private scripts = 0;
  private app: string | undefined;
  private appBlock = false;
  /** Scripts in blocks of apps, for the secrets in them. The first thousand. */
  private readonly appScripts: { from: number; to: number; app: string }[] = [];
  private amp: { type: string; at: Position } | undefined;
  /** The page was saved after its scripts ran. */
  private isSaved = false;
  /** Tags found as addresses of script elements. */
  private readonly loaders: TagFact[] = [];
  /** Script files of no known vendor, by host. The empty one is that of the page. */
  private readonly files = new Map<string, number>();
  private full = false;
  private stopped = false;
  private stoppedAt = Number.POSITIVE_INFINITY;
  /** A frame is an attribute of the page, which is searched as a whole. */
  private readonly secrets: SecretSearch | undefined;
  private readonly marked = new Set<string>();

  constructor(
    private readonly options: ExtractorOptions = {},
    private readonly isFrame = false,
  ) {
    this.effort = options.effort ?? new Effort(WORK_MIN);
    this.secrets = isFrame ? undefined : new SecretSearch();
    this.tokenizer = new PageTokenizer(this, this.effort, options.blockCharsMin);
  }

  push(text: string): void {
    if (!this.stopped) this.tokenizer.push(text);
  }

  /** What the page ended in. Undefined if it ended between elements. Known after `end`. */
  get endedIn(): string | undefined {
    return this.tokenizer.endedIn;
  }

  end(): Fact[] {
    this.tokenizer.end();
    if (this.isSaved) settleInjected(this.facts, this.loaders);
    if (!this.isFrame && this.options.form === undefined) {
      for (const { name, value } of this.tokenizer.shape.marks()) this.mark(NOWHERE, name, value);
      this.markFiles();
    }
    if (this.secrets) this.endSecrets(this.secrets);
    return this.facts;
  }

  block(text: string, at: Position): void {
    this.secrets?.block(text, at);
  }

  /** Secrets are added even if the page has too many tags. Text that was not read because of its cost counts as not seen. */
  private endSecrets(secrets: SecretSearch): void {
    const found = secrets.end(this.tokenizer.line);
    this.effort.done += secrets.effort.done;
    for (const fact of found) {
      const { offset } = fact;
      const block = this.appScripts.find(({ from, to }) => offset >= from && offset < to);
      const of = { origin: this.options.origin, ...(block && { app: block.app }) };
      if (offset < this.stoppedAt) this.facts.push({ ...fact, ...of });
    }
    if (secrets.cut)
      this.facts.push({ ...NOWHERE, kind: 'mark', name: 'cut', value: 'it has too many texts that look like secrets' });
  }

  private readonly add = (fact: Fact): void => {
    if (this.full) return;
    const once = fact.kind === 'mark' ? fact.name : fact.kind === 'consent' ? fact.what : '';
    if (ONCE.has(once)) {
      if (this.marked.has(once)) return;
      this.marked.add(once);
    }
    this.facts.push(fact);
    if (this.facts.length < FACTS_MAX) return;
    this.full = true;
    this.facts.push({ ...NOWHERE, kind: 'mark', name: 'cut', value: 'it has too many tags to list' });
  };

  /** Whether reading must stop here. That depends only on how much of the page was read, not on how it arrives. */
  private stopsAt(at: Position): boolean {
    if (this.stopped) return true;
    if (this.options.effort === undefined) this.effort.max = WORK_MIN + WORK_PER_CHAR * this.tokenizer.reached;
    if (!this.effort.spent) return false;
    this.mark(at, 'cut', `it costs too much to read in full and was read as far as line ${at.line}`);
    this.stopped = true;
    this.stoppedAt = at.offset;
    return true;
  }

  comment(text: string): void {
    this.effort.done += text.length;
    if (isSavedBy(text)) this.isSaved = true;
    const begin = /^\s*BEGIN app (block|snippet):\s*(?:shopify:\/\/apps\/)?([\w.-]+)/.exec(text);
    if (begin) {
      if (begin[1] === 'block') this.appBlock = true;
      if (begin[1] === 'block' || !this.appBlock) this.app = begin[2];
    } else if (/^\s*END app (?:app )?block/.test(text)) {
      this.appBlock = false;
      this.app = undefined;
    } else if (/^\s*END app (?:app )?snippet/.test(text) && !this.appBlock) this.app = undefined;
  }

  script(script: ScriptElement): void {
    this.contained(script.textAt, 'a script', () => this.readScript(script));
  }

  element(element: Element): void {
    this.contained(element.at, 'an element', () => this.readElement(element));
  }

  /** An exception in `read` leaves out one part of the page, which then was not read in full. */
  private contained(at: Position, part: string, read: () => void): void {
    const { faults } = this.options;
    if (!faults) read();
    else faults.contain(read, () => this.mark(at, 'cut', `${part} in line ${at.line} could not be read`));
  }

  private readScript(script: ScriptElement): void {
    if (this.stopsAt(script.textAt)) return;
    this.scripts++;
    if (this.app !== undefined && this.appScripts.length < APP_SCRIPTS_MAX)
      this.appScripts.push({ from: script.at.offset, to: script.textAt.offset + script.text.length, app: this.app });
    const { attributes } = script;
    const savedType = attributes.get('data-savepage-type');
    if (savedType !== undefined || attributes.has('data-savepage-src')) this.isSaved = true;
    const type = (savedType ?? attributes.get('type') ?? '').trim().toLowerCase();
    if (this.amp && type === 'application/json') {
      this.ampConfig(script.text);
      return;
    }
    const delayed = ROCKET_LOADER.test(type) || DELAYED.test(type);
    const executable = EXECUTABLE.has(type) || delayed || (this.inContainer && type === CONTAINER_SCRIPT);
    const gated = !executable && CONSENT_GATED_TYPE.test(type);
    if (script.cut) this.mark(script.at, 'cut', 'a script is longer than the limit');
    if (gated && isConsentGate(type, attributes)) this.consentPlatform(script.at);
    if (script.inNoscript || !(executable || gated)) return;
    this.scriptAddress(script, gated, delayed);
    if (script.text === '' || script.attributes.has('src') || script.attributes.has('data-gtmsrc')) return;
    if (!script.closed) {
      this.unclosedScript(script);
      return;
    }
    if (!gated && isRedirect(script.text)) this.mark(script.textAt, 'redirect', 'a script');
    const known = this.facts.length;
    this.code({
      text: script.text,
      at: script.textAt,
      form: gated ? 'gated' : this.form,
      script: this.scripts,
      app: this.appOf(script),
    });
    if (gated && this.facts.slice(known).some(({ kind }) => kind === 'tag' || kind === 'vendor'))
      this.consentPlatform(script.at);
  }

  private get inContainer(): boolean {
    return this.options.form === 'container';
  }

  private get form(): Form {
    return this.options.form ?? 'inline';
  }

  /** The app whose block contains the script, or the app that is known by the names in its code. */
  private appOf(script: ScriptElement): string | undefined {
    if (/\bgsf(Init|_)/.test(script.text.slice(0, 4096))) return 'simprosys-google-shopping-feed';
    return this.app;
  }

  private code(source: SnippetSource): void {
    recognise({ ...source, origin: this.options.origin }, this.add, this.effort, this.seenPixelIds, this.containerIds);
  }

  /** A script that the end of the page cuts off never runs. But a pixel list in it means that the list cannot be read. */
  private unclosedScript(script: ScriptElement): void {
    if (!script.text.includes('webPixelsConfigList')) return;
    const found: Fact[] = [];
    const source = { text: script.text, at: script.textAt, form: this.form, script: this.scripts };
    recognise(source, (fact) => found.push(fact), this.effort);
    for (const fact of found) {
      const isList = fact.kind === 'mark' && (fact.name === 'pixel_list' || fact.name === 'pixel_list_unreadable');
      if (isList || fact.kind === 'entry' || (fact.kind === 'tag' && fact.form === 'web_pixel')) this.add(fact);
    }
  }

  private scriptAddress(script: ScriptElement, gatedType: boolean, delayed: boolean): void {
    const { attributes, at } = script;
    const direct =
      (delayed ? delayedAddress(attributes) : undefined) ??
      attributes.get('data-savepage-src') ??
      attributes.get('src') ??
      attributes.get('href') ??
      attributes.get('xlink:href') ??
      this.containerAddress(attributes);
    const address = direct ?? attributes.get('data-src');
    if (address === undefined) return;
    if (/^\s*data:/i.test(address)) this.mark(at, 'cut', 'a script in a data: address is not read');
    else if (address.length > ADDRESS_CHARS_MAX)
      this.mark(at, 'cut', 'the address of a script is longer than the limit');
    this.address(address, at);
    const url = mirroredAddress(address) ?? this.absolute(address);
    const library = libraryOf(url);
    const gated = gatedType || direct === undefined;
    if (direct === undefined && library) this.consentPlatform(at);
    if (!library) {
      this.appScript(address, at);
      if (!this.vendor(url, at, gated ? 'gated' : this.formOf())) this.addFile(url);
      return;
    }
    if (library.injected) this.isSaved = true;
    const form: Form = gated ? 'gated' : library.injected ? 'injected' : this.form;
    const loader = this.tag(at, address, {
      vendor: library.vendor,
      via: 'loader',
      form: form === 'inline' && this.app !== undefined ? 'app_embed' : form,
      id: library.id,
      library: library.name,
      url,
      firstParty: library.firstParty || undefined,
      dataLayer: library.dataLayer,
      invalid: library.id === undefined || library.vendor === 'meta' ? undefined : faultOfGoogleId(library.id),
    });
    this.loaders.push(loader);
  }

  private addFile(url: string): void {
    const host = splitAddress(url)?.host ?? '';
    const known = this.files.has(host) || this.files.size < FILE_HOSTS_MAX ? host : '';
    this.files.set(known, (this.files.get(known) ?? 0) + 1);
  }

  private markFiles(): void {
    if (this.files.size === 0) return;
    const count = this.files.values().reduce((sum, files) => sum + files, 0);
    const hosts = [...this.files.keys()].filter((host) => /^[a-z0-9.-]{1,100}$/.test(host));
    this.mark(NOWHERE, 'script_files', [count, ...hosts].join(' '));
  }

  private containerAddress(attributes: Attributes): string | undefined {
    return this.inContainer ? attributes.get('data-gtmsrc') : undefined;
  }

  private appScript(address: string, at: Position): void {
    const name = /cdn\.shopify\.com\/extensions\/[\w-]+\/([\w.-]+)\//i.exec(address)?.[1];
    if (name && /pixel|facebook|meta-/i.test(name) && !/tiktok|pinterest|snap|twitter|reddit/i.test(name)) {
      this.mark(at, 'app_embed_script', name.replace(/-\d+$/, ''));
    }
  }

  /** An address may show that the page is Shopify's or headless, or that it uses a consent platform. */
  private address(address: string, at: Position): void {
    if (/oxygen-v2|\/oxygen\//.test(address)) this.mark(at, 'headless');
    else if (SHOP_FILES.test(address)) this.mark(at, 'shopify');
    if (CONSENT_PLATFORM.test(address)) this.consentPlatform(at);
    const special = SPECIAL_FILES.exec(address)?.[0];
    if (special === undefined) return;
    if (special === CHECKOUT_FILES) this.mark(at, 'checkout_page');
    else if (special.startsWith('shopifycloud/')) this.mark(at, 'customer_account_page');
    else {
      const isChallenge = CHALLENGE_FILES.some((part) => address.includes(part));
      this.mark(at, isChallenge ? 'challenge_page' : 'challenge_script', special);
    }
  }

  private readElement(element: Element): void {
    if (this.stopsAt(element.at)) return;
    const { attributes, at, name } = element;
    switch (name) {
      case 'base':
        this.setBase(attributes.get('href'), at);
        break;
      case 'link': {
        const href = attributes.get('href') ?? '';
        if (/oxygen-v2/.test(href)) this.mark(at, 'headless');
        else if (SHOP_FILES.test(href)) this.mark(at, 'shopify');
        break;
      }
      case 'meta':
        this.meta(element);
        break;
      case 'form':
        if (/^\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?password(\?|$)/i.test(attributes.get('action') ?? ''))
          this.mark(at, 'password_page');
        if (attributes.get('id') === 'challenge-form') this.mark(at, 'challenge_page');
        break;
      case 'input':
        if (attributes.get('value') === 'storefront_password') this.mark(at, 'password_page');
        break;
      case 'body':
        if (/(?:^|\s)template-password(?:\s|$)/.test(`${attributes.get('class')} ${attributes.get('id')}`))
          this.mark(at, 'password_page');
        break;
      case 'div':
        if (attributes.get('id') === 'px-captcha') this.mark(at, 'challenge_page', 'px-captcha');
        break;
      case 'html':
        if (attributes.has('amp') || attributes.has('⚡')) this.mark(at, 'amp');
        break;
      case 'amp-analytics':
        this.ampAnalytics(attributes, at);
        break;
      case '/amp-analytics':
        this.amp = undefined;
        break;
      case 'iframe':
      case 'img':
      case 'amp-pixel':
        this.frame(element);
        break;
    }
    for (const [attribute, value] of attributes) {
      if (attribute.startsWith('on')) this.handler(value, at, propertyHandler(attribute) ?? HANDLER);
      else if (attribute === 'href' && name === 'a' && /^\s*javascript:/i.test(value))
        this.handler(value.slice(value.indexOf(':') + 1), at, HANDLER);
    }
  }

  private setBase(href: string | undefined, at: Position): void {
    if (href === undefined || this.base) return;
    this.base = new BaseAddress(href);
    if (this.base.isTooLong) this.mark(at, 'cut', 'its base address is too long');
  }

  private meta({ attributes, at, inNoscript }: Element): void {
    const name = attributes.get('name') ?? attributes.get('id') ?? '';
    if (/^shopify-(digital-wallet|checkout-api-token|y|wallet)$/.test(name)) this.mark(at, 'shopify');
    if (
      !inNoscript &&
      (attributes.get('http-equiv') ?? '').toLowerCase() === 'refresh' &&
      /url\s*=/i.test(attributes.get('content') ?? '')
    ) {
      this.mark(at, 'redirect', 'meta refresh');
    }
  }

  private frame({ name, attributes, at, inNoscript }: Element): void {
    const direct = attributes.get('src') ?? this.containerAddress(attributes);
    const address = direct ?? attributes.get('data-src');
    const mayBePixel = address !== undefined && MAY_BE_PIXEL.test(address);
    const image = mayBePixel ? imageOf(this.absolute(address)) : undefined;
    if (mayBePixel && address.length > ADDRESS_CHARS_MAX)
      this.mark(at, 'cut', 'the address of an image or a frame is longer than the limit');
    if (address !== undefined && image?.id !== undefined) {
      if (image.customerData) this.mark(at, 'customer_data_url');
      this.tag(at, '', {
        vendor: image.vendor,
        via: 'image',
        id: image.id,
        form: image.injected ? 'injected' : this.imageForm(name, direct !== undefined, inNoscript),
        invalid: image.vendor === 'meta' ? faultOfMetaId(image.id) : faultOfGoogleId(image.id),
        library: image.retired ? 'fbds.js' : undefined,
      });
      if (name === 'amp-pixel') this.mark(at, 'amp_tracker', 'amp-pixel');
    } else if (address !== undefined && MAY_BE_VENDOR.test(address))
      this.vendor(this.absolute(address), at, this.imageForm(name, direct !== undefined, inNoscript));
    if (name === 'iframe' && direct?.includes(REFUSAL_FRAME)) this.mark(at, 'challenge_page', REFUSAL_FRAME);
    const srcdoc = name === 'iframe' && !inNoscript ? attributes.get('srcdoc') : undefined;
    if (!srcdoc) return;
    if (this.isFrame) this.mark(at, 'cut', 'a frame inside a frame is not read');
    else if (srcdoc.length > LIMITS.attributeChars) this.mark(at, 'cut', 'a frame is longer than the limit');
    else this.srcdoc(srcdoc, at);
  }

  /** An image in `<noscript>` is a copy for visitors without JavaScript. Any other image loads for everyone. */
  private imageForm(name: string, isDirect: boolean, inNoscript: boolean): Form {
    if (name === 'amp-pixel') return 'amp';
    if (inNoscript) return 'noscript';
    if (!isDirect) return 'gated';
    return this.formOf();
  }

  private formOf(): Form {
    return this.form === 'inline' && this.app !== undefined ? 'app_embed' : this.form;
  }

  /** Whether the address is one of a known vendor. */
  private vendor(address: string, at: Position, form: Form): boolean {
    const found = vendorIn(address);
    if (found)
      this.add({
        kind: 'vendor',
        ...at,
        script: this.scripts,
        excerpt: '',
        form,
        ...found,
        origin: this.options.origin,
      });
    return found !== undefined;
  }

  /** The document in a `srcdoc` runs, so it is read too, but not the frames in it. Its facts get the place of its tag. */
  private srcdoc(text: string, at: Position): void {
    const frame = new PageExtractor({ ...this.options, effort: this.effort }, true);
    frame.push(text);
    const first = this.scripts + 1;
    for (const fact of frame.end()) {
      const isPageWide = fact.kind === 'mark' && fact.name !== 'checkout_code' && fact.name !== 'cut';
      if (!isPageWide) this.add({ ...fact, ...at, script: fact.script + first });
    }
    this.scripts += frame.scripts + 1;
  }

  private handler(text: string, at: Position, within: RunContext): void {
    this.effort.done += text.length;
    if (text.length > LIMITS.attributeChars) this.mark(at, 'cut', 'an event handler is longer than the limit');
    else if (mayHoldTags(text))
      this.code({ text, at, form: this.form, script: ++this.scripts, fixed: true, app: this.app, within });
  }

  private ampAnalytics(attributes: Attributes, at: Position): void {
    const type = (attributes.get('type') ?? '').toLowerCase();
    this.amp = { type, at };
    if (AMP_TYPE.test(type)) this.mark(at, 'amp_tracker', type);
    const address = attributes.get('config') ?? '';
    const container = address.length > ADDRESS_CHARS_MAX ? undefined : ampContainer(address);
    if (!container) return;
    this.mark(at, 'amp_tracker', 'gtm');
    this.tag(at, '', { ...container, form: 'amp' });
  }

  private ampConfig(text: string): void {
    const { type, at } = this.amp!;
    if (!AMP_TYPE.test(type)) return;
    const config = parseLiteral(text, this.effort);
    for (const tag of ampTags(type, config)) this.tag(at, '', { ...tag, form: 'amp' });
    for (const event of ampEvents(type, config))
      this.add({ kind: 'event', ...at, script: this.scripts, excerpt: '', form: 'amp', ...event });
  }

  private absolute(address: string): string {
    this.effort.done += address.length;
    if (this.base === undefined) return address;
    this.effort.done += BaseAddress.work;
    return this.base.resolve(address);
  }

  private consentPlatform(at: Position): void {
    this.add({ kind: 'consent', ...at, script: 0, excerpt: '', what: 'platform' });
  }

  private mark(at: Position, name: MarkFact['name'], value?: string): void {
    this.add({ kind: 'mark', ...at, script: 0, excerpt: '', name, value });
  }

  private tag(
    at: Position,
    address: string,
    fact: Omit<TagFact, 'kind' | keyof Position | 'script' | 'excerpt' | 'origin'>,
  ): TagFact {
    const excerpt = address.split(/[?#]/)[0]!.slice(0, 100);
    // An image gets the ordinal of the script before it. This shows that a snippet and its fallback image belong together.
    const { app, scripts: script } = this;
    const id = fact.id === undefined ? undefined : withoutSecret(fact.id);
    const tag: TagFact = { kind: 'tag', ...at, script, app, ...fact, id, excerpt, origin: this.options.origin };
    this.add(tag);
    return tag;
  }
}

/** Where a performance plugin keeps the address of a script that it delays. */
function delayedAddress(attributes: Attributes): string | undefined {
  return attributes.get('data-rocket-src') ?? attributes.get('data-rocketsrc') ?? attributes.get('data-src');
}

const NOWHERE = { offset: 0, line: 1, column: 1, script: 0, excerpt: '' };
