/**
 * Which personal fields of Shopify's events the code of a custom pixel sends, and to which host. A field flows through variables,
 * object literals, destructuring and what functions return. It must be read from a checkout, customer or address: a field of the same
 * name elsewhere does not count, and a test such as `checkout.email ? 1 : 0` sends nothing. Only names are kept, never a value.
 *
 * Names have no scopes here, because merchants' pixels are short. Two functions that use one name for different things look like one.
 */
import { IDENTIFIER } from '../javascript/lexer.ts';
import type { StaticEvaluator } from '../javascript/static-evaluator.ts';
import { expressionEnd, isMember, memberPath } from './expressions.ts';
import { RequestAddresses } from './request-addresses.ts';

/** Personal fields (shopify.dev, web-pixels-api/standard-events), and what findings call them. */
const FIELDS = new Map<string, string>(
  Object.entries({
    email: 'email',
    phone: 'phone',
    firstName: 'first name',
    lastName: 'last name',
    address1: 'street address',
    address2: 'street address',
    zip: 'postal code',
    city: 'city',
  }),
);

const ADDRESS = ['phone', 'firstName', 'lastName', 'address1', 'zip', 'city'];

/** Objects whose fields are personal, with those that go along when the whole object is sent. */
const OBJECTS = new Map<string, readonly string[]>(
  Object.entries({
    checkout: ['email', ...ADDRESS],
    shippingAddress: ADDRESS,
    billingAddress: ADDRESS,
    customer: ['email', 'phone', 'firstName', 'lastName'],
  }),
);

/** Store events that carry a checkout. To send the whole event is to send the checkout. */
const WITH_CHECKOUT = /^(checkout_.*|payment_info_submitted|all_events|all_standard_events)$/;

/** Libraries that take personal data by name, hash it and send it to their vendor. */
const LIBRARIES = new Map<string, string>(
  Object.entries({
    fbq: 'Meta',
    gtag: 'Google',
    ttq: 'TikTok',
    snaptr: 'Snap',
    pintrk: 'Pinterest',
    rdt: 'Reddit',
    twq: 'X',
  }),
);

/** Methods that add their arguments to an object: `form.append('email', email)`. */
const ADDS = new Set(['append', 'set', 'push']);
/** Methods whose answer says little about the text. */
const TESTS = new Set(['length', 'includes', 'startsWith', 'endsWith', 'indexOf', 'match', 'test', 'search']);
/** Calls to which a whole object is passed on as it is. What other functions make of it is not known. */
const PASSES_ON = new Set(
  (
    'stringify assign String btoa encodeURIComponent encode URLSearchParams Blob entries append set push send fetch sendBeacon ' +
    'post put patch axios ajax get getJSON request Request fbq gtag ttq snaptr pintrk rdt twq'
  ).split(' '),
);
const HASH = /sha_?(?:1|256|384|512)|hash|digest|md5/i;
const FLOWS_MAX = 50;
const HOPS_MAX = 6;
/** A field may pass through variables that are set in another order than they are used. */
const PASSES = 2;

/** Fields by Shopify's names. True: every way of the field goes through a hash function. */
type Fields = Map<string, boolean>;

export interface PersonalDataFlow {
  /** Such as `first name`. */
  field: string;
  /** Where it goes. Empty if the address is computed. */
  host: string;
  /** The vendor whose library sends it. `host` is then empty. */
  library?: string;
  hashed: boolean;
  /** Token of the call. */
  token: number;
}

/** @param eventsAt the store events of the subscription around a token */
export function personalDataFlows(
  code: StaticEvaluator,
  eventsAt: (token: number) => readonly string[],
): PersonalDataFlow[] {
  return new Flows(code, eventsAt).read();
}

class Flows {
  private readonly tainted = new Map<string, Fields>();
  /** Variables that are a checkout, a customer or an address. */
  private readonly objects = new Map<string, string>();
  /** Parameters of subscriptions. */
  private readonly events = new Set<string>();
  private readonly addresses: RequestAddresses;
  private readonly flows = new Map<string, PersonalDataFlow>();

  constructor(
    private readonly code: StaticEvaluator,
    private readonly eventsAt: (token: number) => readonly string[],
  ) {
    this.addresses = new RequestAddresses(code);
  }

  read(): PersonalDataFlow[] {
    const { code } = this;
    const { count } = code.tokens;
    for (let i = 0; i < count; i++) if (code.isName(i, 'subscribe')) this.readSubscription(i);
    for (let pass = 0; pass < PASSES; pass++) {
      for (let i = 1; i < count && !code.spent; i++) {
        code.steps++;
        if (code.isAssignment(i)) this.readAssignment(i);
        else if (code.isName(i, 'return')) this.readReturn(i);
        else if (ADDS.has(code.slice(i)) && isMember(code, i) && code.is(i + 1, '(')) this.readAddition(i);
      }
    }
    for (let i = 0; i < count && !code.spent && this.flows.size < FLOWS_MAX; i++) {
      code.steps++;
      const request = this.addresses.requestAt(i);
      if (request && request.host !== undefined) this.add(i, this.fieldsIn(request.from, request.to), request.host);
      const library = isMember(code, i) ? undefined : LIBRARIES.get(code.slice(i));
      const open = library === undefined ? -1 : this.callAfterPath(i);
      if (open >= 0) this.add(i, this.fieldsIn(open + 1, code.after(open) - 1), '', library);
    }
    return [...this.flows.values()];
  }

  private add(token: number, fields: Fields, host: string, library?: string): void {
    for (const [name, hashed] of fields) {
      const field = FIELDS.get(name)!;
      const key = `${field} ${host} ${library}`;
      const known = this.flows.get(key);
      if (known) known.hashed &&= hashed;
      else this.flows.set(key, { field, host, hashed, token, ...(library !== undefined && { library }) });
    }
  }

  /** `subscribe('x', event => …)`, `subscribe('x', function (event) {…})`: the name of the event. */
  private readSubscription(i: number): void {
    const { code } = this;
    const at = code.arguments(code.callOpen(i))?.[1];
    if (at === undefined) return;
    let parameter = code.isName(at, 'async') ? at + 1 : at;
    if (code.isName(parameter, 'function')) parameter++;
    while (code.is(parameter, '(')) parameter++;
    if (code.kind(parameter) === IDENTIFIER) this.events.add(code.slice(parameter));
  }

  private readAssignment(i: number): void {
    const { code } = this;
    const left = code.is(i - 1, '+') ? i - 2 : i - 1;
    const from = valueStart(code, i + 1);
    if (from < 0) return;
    const to = expressionEnd(code, from);
    if (code.is(left, '}')) {
      this.readPattern(code.tokens.partners[left]!, left, this.objectAt(from, to) ?? '');
      return;
    }
    if (code.kind(left) !== IDENTIFIER) return;
    const path = memberPath(code, left);
    const name = path[0] ?? '';
    const object = path.length === 1 ? this.objectAt(from, to) : undefined;
    if (object !== undefined) this.objects.set(name, object);
    else this.taint(name, this.fieldsIn(from, to));
    if (path.length === 1) this.addresses.name(name, from);
  }

  /** `{email, shippingAddress: {phone}} = event.data.checkout`. `owner` is the object that is taken apart. */
  private readPattern(open: number, close: number, owner: string): void {
    const { code } = this;
    for (let i = open + 1; i < close; i++) {
      code.steps++;
      if (code.kind(i) !== IDENTIFIER || code.is(i - 1, ':') || code.is(i - 1, '=')) continue;
      const key = code.slice(i);
      const bound = code.is(i + 1, ':') && code.kind(i + 2) === IDENTIFIER ? code.slice(i + 2) : key;
      const around = code.tokens.parents[i]!;
      const from = around === open ? owner : code.key(around - 2);
      if (OBJECTS.has(key)) this.objects.set(bound, key);
      else if (FIELDS.has(key) && OBJECTS.has(from ?? '')) this.taint(bound, new Map([[key, false]]));
    }
  }

  /** What a function with a name returns, its calls are. */
  private readReturn(i: number): void {
    const { code } = this;
    let open = code.tokens.parents[i]!;
    for (let hops = 0; open >= 0 && hops < HOPS_MAX; hops++, open = code.tokens.parents[open]!) {
      const head = code.is(open, '{') && code.is(open - 1, ')') ? code.tokens.partners[open - 1]! : -1;
      if (head < 0) continue;
      const name = code.isName(head - 2, 'function')
        ? code.slice(head - 1)
        : code.isName(head - 1, 'function') && code.isAssignment(head - 2)
          ? code.slice(head - 3)
          : '';
      if (name !== '') this.taint(name, this.fieldsIn(i + 1, expressionEnd(code, i + 1)));
      if (name !== '') return;
    }
  }

  private readAddition(i: number): void {
    const { code } = this;
    this.taint(memberPath(code, i)[0] ?? '', this.fieldsIn(i + 2, code.after(i + 1) - 1));
  }

  private taint(name: string, fields: Fields): void {
    if (name === '' || fields.size === 0) return;
    const known = this.tainted.get(name) ?? new Map<string, boolean>();
    for (const [field, hashed] of fields) known.set(field, (known.get(field) ?? true) && hashed);
    this.tainted.set(name, known);
  }

  /** The kind of object that the expression is, such as `checkout` for `event.data?.checkout || {}`. */
  private objectAt(from: number, to: number): string | undefined {
    const { code } = this;
    // `event.data && event.data.checkout` is the checkout.
    for (let i = from; i < to && (code.kind(i) === IDENTIFIER || code.is(i, '.') || code.is(i, '?')); i++)
      if (code.is(i + 1, '&') && code.is(i + 2, '&')) return this.objectAt(i + 3, to);
    let last = from;
    for (let hops = 0; code.kind(last) === IDENTIFIER && hops < HOPS_MAX; hops++) {
      const dot = code.is(last + 1, '?') ? last + 2 : last + 1;
      if (!code.is(dot, '.') || code.kind(dot + 1) !== IDENTIFIER) break;
      last = dot + 1;
    }
    const next = last + 1;
    if (code.kind(last) !== IDENTIFIER || (next < to && !code.is(next, '|') && !code.is(next, '?'))) return undefined;
    const word = code.slice(last);
    return last === from ? this.objects.get(word) : OBJECTS.has(word) ? word : undefined;
  }

  /** The personal fields that the expression in the tokens `from` to `to` contains. */
  private fieldsIn(from: number, to: number): Fields {
    const { code } = this;
    const found: Fields = new Map();
    for (let i = from; i < to && !code.spent; i++) {
      code.steps++;
      if (code.kind(i) !== IDENTIFIER) continue;
      const fields = isMember(code, i) ? this.memberFields(i) : this.nameFields(i);
      if (fields.size === 0 || this.isTested(i)) continue;
      const hashed = this.isHashed(i, from);
      for (const [field, already] of fields) found.set(field, (found.get(field) ?? true) && (already || hashed));
    }
    return found;
  }

  /** `checkout.email`, and a whole `event.data.checkout`. */
  private memberFields(i: number): Fields {
    const name = this.code.slice(i);
    const path = memberPath(this.code, i);
    if (path[0] === 'Shopify') return new Map();
    const ofObject = OBJECTS.get(name);
    if (ofObject && this.isWhole(i)) return new Map(ofObject.map((field) => [field, false]));
    const isPersonal = path.slice(0, -1).some((word, at) => OBJECTS.has(word) || (at === 0 && this.objects.has(word)));
    return FIELDS.has(name) && isPersonal ? new Map([[name, false]]) : new Map();
  }

  private nameFields(i: number): Fields {
    const { code } = this;
    const name = code.slice(i);
    const isKey = code.is(i + 1, ':') && (code.is(i - 1, '{') || code.is(i - 1, ','));
    if (isKey || code.isAssignment(i + 1)) return new Map();
    const object = this.objects.get(name);
    const isWhole = this.isWhole(i);
    if (object !== undefined) return new Map(isWhole ? OBJECTS.get(object)!.map((field) => [field, false]) : []);
    if (this.events.has(name) && isWhole && this.eventsAt(i).some((event) => WITH_CHECKOUT.test(event))) {
      return new Map(OBJECTS.get('checkout')!.map((field) => [field, false]));
    }
    const fields = this.tainted.get(name);
    const member = !hasMember(code, i) || !fields ? undefined : code.slice(code.is(i + 1, '?') ? i + 3 : i + 2);
    if (member !== undefined && fields!.has(member)) return new Map([[member, fields!.get(member)!]]);
    return fields ?? new Map();
  }

  /** Whether the object at token `i` is used as a whole, and not only passed to a function that picks something. */
  private isWhole(i: number): boolean {
    const { code } = this;
    if (hasMember(code, i)) return false;
    const open = code.tokens.parents[i]!;
    const isArgument = code.is(open, '(') && code.kind(open - 1) === IDENTIFIER;
    return !isArgument || PASSES_ON.has(code.slice(open - 1));
  }

  /** `email ? …`, `email && …`, `email === …`, `!email`, `email.length`, `if (email)`: only whether there is one. */
  private isTested(i: number): boolean {
    const { code } = this;
    const next = i + 1;
    const isChain = code.is(next, '?') && (code.is(next + 1, '.') || code.is(next + 1, '?'));
    if ((code.is(next, '?') && !isChain) || (code.is(next, '&') && code.is(next + 1, '&'))) return true;
    if ((code.is(next, '=') || code.is(next, '!')) && code.is(next + 1, '=')) return true;
    if (hasMember(code, i) && TESTS.has(code.slice(code.is(next, '?') ? next + 2 : next + 1))) return true;
    const start = i - 2 * (memberPath(code, i).length - 1);
    if (code.is(start - 1, '!') || code.isName(start - 1, 'typeof')) return true;
    const open = code.tokens.parents[i]!;
    return code.is(open, '(') && /^(if|while|Boolean|switch)$/.test(code.slice(open - 1));
  }

  /** Whether a hash function is called on token `i`, within the expression that begins at `from`. */
  private isHashed(i: number, from: number): boolean {
    const { code } = this;
    let open = code.tokens.parents[i]!;
    for (let hops = 0; open >= from && hops < HOPS_MAX; hops++, open = code.tokens.parents[open]!) {
      if (code.is(open, '(') && code.kind(open - 1) === IDENTIFIER && HASH.test(code.slice(open - 1))) return true;
    }
    return false;
  }

  /** The bracket of `fbq(…)` or `ttq.identify(…)`, whose path begins at token `i`. Or -1. */
  private callAfterPath(i: number): number {
    const { code } = this;
    const last = code.is(i + 1, '.') && code.kind(i + 2) === IDENTIFIER ? i + 2 : i;
    return code.tokens.partners[code.callOpen(last)]! > 0 ? code.callOpen(last) : -1;
  }
}

/** The first token of what is assigned. -1 for a function, whose body is read statement by statement. */
function valueStart(code: StaticEvaluator, from: number): number {
  const at = code.isName(from, 'async') ? from + 1 : from;
  if (code.isName(at, 'function')) return -1;
  const arrow = code.after(at);
  if (!code.is(arrow, '=') || !code.is(arrow + 1, '>')) return from;
  return code.is(arrow + 2, '{') ? -1 : arrow + 2;
}

/** Whether a member of the name at token `i` is read. */
function hasMember(code: StaticEvaluator, i: number): boolean {
  return code.is(i + 1, '.') || code.is(i + 1, '[') || (code.is(i + 1, '?') && code.is(i + 2, '.'));
}
