/**
 * Code that cannot run in the frame of a custom pixel, and what therefore is never sent. The frame is a document of its own, with
 * `sandbox="allow-scripts allow-forms"`: it has no element of the shop's page and no script of it, it may not look into the windows
 * around it, and no click of a visitor reaches it. What reads them throws an error there, or waits for ever. Shopify's library in the
 * frame replaces `document.cookie`, `localStorage`, `sessionStorage`, `document.referrer` and `document.title` by copies of those of
 * the page, so these work (shopify.dev, Web Pixels API; help.shopify.com, custom pixels; docs/adr/0129).
 *
 * The syntax tree is played through once. An expression that surely throws ends its statement, its block, and its function unless a
 * `try` is around it. Whatever is not sure counts as code that runs.
 * It has over 400 lines, because every kind of statement ends the others, and each asks what the frame lacks.
 */
import type {
  AnonymousFunctionDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  CallExpression,
  FunctionDeclaration,
  FunctionExpression,
  MemberExpression,
  NewExpression,
  Program,
} from 'acorn';
import { childrenOf, isIdentifier, memberName, Names, textOf, walk } from './syntax.ts';

/** What the frame does not have. */
type ObstacleKind = 'element' | 'action' | 'jquery' | 'page_script' | 'window' | 'shop_request';

interface Obstacle {
  kind: ObstacleKind;
  /** In the code: `document.querySelector`, `window.top`, `jQuery`. */
  name: string;
  offset: number;
}

export interface SandboxReading {
  obstacles: readonly Obstacle[];
  /** Whether the code at an offset never runs. */
  isDead(offset: number): boolean;
}

type FunctionNode = AnonymousFunctionDeclaration | FunctionDeclaration | FunctionExpression | ArrowFunctionExpression;
/** How a piece of code ends: as written, with an error, with `return`, or early in a chain of `?.`. */
type End = 'normal' | 'throws' | 'returns' | 'skips';

const WINDOWS = new Set(['window', 'self', 'globalThis']);
const OTHER_WINDOWS = new Set(['top', 'parent']);
/** What a page may read of a window of another origin (HTML Standard, "CrossOriginProperties"). */
const CROSS_ORIGIN = new Set(
  'window self location close closed focus blur frames length top opener parent postMessage then'.split(' '),
);
/** Scripts of the shop's page give it these names. */
const PAGE_SCRIPTS = new Set(['Shopify', 'ShopifyAnalytics']);
const JQUERY = new Set(['$', 'jQuery']);
const LOOKUPS = new Set(['querySelector', 'getElementById']);
const LIST_LOOKUPS = new Set([
  'querySelectorAll',
  'getElementsByClassName',
  'getElementsByName',
  'getElementsByTagName',
]);
const LISTS_OF_DOCUMENT = new Set(['forms', 'links', 'anchors']);
/** Elements that the frame has, or that a library may add to it. */
const FRAME_ELEMENTS =
  /^(?:html|head|body|script|title|meta|link|style|iframe|img|base|noscript|\*|:root|:scope)(?![\w-])/i;
const CALLS_WITH_EACH = new Set('forEach map filter some every find findIndex flatMap reduce each'.split(' '));
/** Events of visitors, which happen in the page and not in the frame. */
const ACTIONS =
  /^(?:(?:dbl|aux)?click|submit|reset|change|input|invalid|focus(?:in|out)?|blur|key(?:up|down|press)|scroll(?:end)?|wheel|select|contextmenu|copy|cut|paste|(?:mouse|touch|pointer|drag)\w+|drop)$/;
/** Names of values by which code gives an element of its own an id or a class. */
const NAMES_ELEMENTS = /^(?:id|className|innerHTML|outerHTML|name)$/;
const WRITES_ELEMENTS = /^(?:setAttribute|insertAdjacentHTML|write|writeln|add|append|html|createElement)$/;
const OBSTACLES_MAX = 50;
const ROUNDS_MAX = 4;

/** Plays a syntax tree through. Never throws, except for a tree that is too deep. */
export function readSandbox(tree: Program): SandboxReading {
  const reader = new SandboxReader(tree);
  reader.read();
  return reader;
}

class SandboxReader implements SandboxReading {
  readonly obstacles: Obstacle[] = [];
  readonly #dead: [start: number, end: number][] = [];
  readonly #names: Names;
  /** Texts by which the code names elements of its own. */
  readonly #own: string[] = [];
  #loadsJQuery = false;
  readonly #answers = new Map<string, Map<AnyNode, boolean | undefined>>();

  constructor(private readonly tree: Program) {
    this.#names = new Names(tree);
    walk(tree, (node) => this.#collect(node));
  }

  read(): void {
    this.#block(this.tree.body);
    // A function that only dead code names never runs.
    for (let round = 0; round < ROUNDS_MAX && this.#killUnreached(); round++);
  }

  isDead(offset: number): boolean {
    return this.#dead.some(([start, end]) => offset >= start && offset < end);
  }

  /** The answer about a node, computed once. A name that stands for itself is not known. */
  #once<T extends boolean | undefined>(question: string, node: AnyNode, compute: () => T): T | false {
    let answers = this.#answers.get(question);
    if (!answers) {
      answers = new Map();
      this.#answers.set(question, answers);
    }
    if (answers.has(node)) return answers.get(node) as T;
    answers.set(node, question === 'truth' ? undefined : false);
    const answer = compute();
    answers.set(node, answer);
    return answer;
  }

  #collect(node: AnyNode): void {
    const text = textOf(node);
    if (text !== undefined && /jquery/i.test(text)) this.#loadsJQuery = true;
    if (node.type === 'AssignmentExpression' && NAMES_ELEMENTS.test(memberName(node.left) ?? ''))
      this.#own.push(...textsIn(node.right));
    if (node.type === 'CallExpression' && WRITES_ELEMENTS.test(memberName(node.callee) ?? ''))
      this.#own.push(...node.arguments.flatMap(textsIn));
  }

  #kill(node: AnyNode | null | undefined): void {
    if (node) this.#dead.push([node.start, node.end]);
  }

  #stop(kind: ObstacleKind, name: string, node: AnyNode): void {
    if (this.obstacles.length < OBSTACLES_MAX && !this.obstacles.some(({ offset }) => offset === node.start))
      this.obstacles.push({ kind, name, offset: node.start });
  }

  #throws(kind: ObstacleKind, name: string, node: AnyNode): End {
    this.#stop(kind, name, node);
    return 'throws';
  }

  /** Statements in their order. After an error or a `return` the rest never runs, except that functions are declared before it. */
  #block(body: readonly AnyNode[]): End {
    let end: End = 'normal';
    for (const statement of body) {
      if (end === 'normal') end = this.#visit(statement);
      else if (statement.type === 'FunctionDeclaration') this.#visit(statement);
      else this.#kill(statement);
    }
    return end;
  }

  /** Nodes that are evaluated one after the other. */
  #all(nodes: readonly (AnyNode | null | undefined)[]): End {
    let end: End = 'normal';
    for (const node of nodes) {
      if (!node) continue;
      if (end === 'normal') end = this.#visit(node);
      else this.#kill(node);
    }
    return end;
  }

  #visit(node: AnyNode): End {
    switch (node.type) {
      case 'BlockStatement':
        return this.#block(node.body);
      case 'ReturnStatement':
      case 'ThrowStatement': {
        const end = node.argument ? this.#visit(node.argument) : 'normal';
        return end === 'throws' || node.type === 'ThrowStatement' ? 'throws' : 'returns';
      }
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#body(node);
        return 'normal';
      case 'IfStatement':
      case 'ConditionalExpression':
        return this.#choice(node.test, node.consequent, node.alternate);
      case 'LogicalExpression':
        return this.#logical(node.operator, node.left, node.right);
      case 'TryStatement': {
        const tried = this.#visit(node.block);
        const caught = node.handler ? this.#visit(node.handler.body) : tried;
        const last = node.finalizer ? this.#visit(node.finalizer) : 'normal';
        if (last !== 'normal') return last;
        if (tried === 'throws') return caught;
        return tried;
      }
      case 'ForStatement':
        return this.#loop([node.init, node.test], node.body, node.test ? this.#truth(node.test) === false : false);
      case 'WhileStatement':
        return this.#loop([node.test], node.body, this.#truth(node.test) === false);
      case 'DoWhileStatement':
        return this.#visit(node.body);
      case 'ForOfStatement':
      case 'ForInStatement':
        return this.#loop([node.right], node.body, this.#isEmptyList(node.right));
      case 'SwitchStatement': {
        const end = this.#visit(node.discriminant);
        for (const { test, consequent } of node.cases) {
          if (end === 'normal') this.#block(consequent);
          else this.#kill(test ?? consequent[0]);
        }
        return end;
      }
      case 'LabeledStatement':
        return this.#visit(node.body);
      case 'ChainExpression': {
        const end = this.#visit(node.expression);
        return end === 'skips' ? 'normal' : end;
      }
      case 'VariableDeclarator': {
        const end = node.init ? this.#visit(node.init) : 'normal';
        const takesApart = node.id.type === 'ObjectPattern' && node.init && this.#isNothing(node.init);
        return end === 'normal' && takesApart ? 'throws' : end;
      }
      case 'AssignmentExpression':
        return this.#assignment(node.left, node.right);
      case 'UnaryExpression':
        // `typeof jQuery` is no error where there is no jQuery.
        return node.operator === 'typeof' && node.argument.type === 'Identifier'
          ? 'normal'
          : this.#visit(node.argument);
      case 'CallExpression':
      case 'NewExpression':
        return this.#call(node);
      case 'MemberExpression':
        return this.#member(node);
      case 'Identifier':
        return this.#identifier(node);
      case 'Property':
        return this.#all([node.computed ? node.key : undefined, node.value]);
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.value) this.#visit(node.value);
        return 'normal';
      case 'AwaitExpression': {
        const end = this.#visit(node.argument);
        return end === 'normal' && this.#isShopRequest(node.argument) ? 'throws' : end;
      }
      default:
        return this.#all(childrenOf(node));
    }
  }

  /** The body of a function, whoever calls it. Its errors are those of its caller, which is not known. */
  #body(node: FunctionNode): End {
    return node.body.type === 'BlockStatement' ? this.#block(node.body.body) : this.#visit(node.body);
  }

  #choice(test: AnyNode, met: AnyNode, other: AnyNode | null | undefined): End {
    const end = this.#visit(test);
    if (end !== 'normal') {
      this.#kill(met);
      this.#kill(other);
      return end;
    }
    const truth = this.#truth(test);
    if (truth === false) {
      this.#stopAt(test);
      this.#kill(met);
      return other ? this.#visit(other) : 'normal';
    }
    const first = this.#visit(met);
    if (truth === true) {
      this.#kill(other);
      if (first !== 'normal') this.#stopAt(test);
      return first;
    }
    const second = other ? this.#visit(other) : 'normal';
    return first === second ? first : 'normal';
  }

  #logical(operator: '||' | '&&' | '??', left: AnyNode, right: AnyNode): End {
    const end = this.#visit(left);
    if (end !== 'normal') {
      this.#kill(right);
      return end;
    }
    const truth = operator === '??' ? (this.#isNothing(left) ? false : undefined) : this.#truth(left);
    if (truth === (operator !== '&&')) {
      this.#stopAt(left);
      this.#kill(right);
      return 'normal';
    }
    const second = this.#visit(right);
    return truth === undefined ? 'normal' : second;
  }

  #loop(head: readonly (AnyNode | null | undefined)[], body: AnyNode, isEmpty: boolean): End {
    const end = this.#all(head);
    if (end !== 'normal' || isEmpty) {
      if (end === 'normal') this.#stopAt(head.at(-1)!);
      this.#kill(body);
      return end;
    }
    this.#visit(body);
    return 'normal';
  }

  #assignment(left: AnyNode, right: AnyNode): End {
    if (left.type !== 'MemberExpression') return this.#visit(right);
    const end = this.#all([left, right]);
    if (end !== 'normal') {
      this.#kill(right);
      return end;
    }
    const event = memberName(left) ?? '';
    if (event.startsWith('on') && ACTIONS.test(event.slice(2)) && this.#isOfFrame(left.object)) {
      this.#stop('action', event, left);
      this.#kill(right);
    }
    return 'normal';
  }

  #call(node: CallExpression | NewExpression): End {
    const { callee } = node;
    const args = node.arguments;
    if (isFunction(callee)) {
      const end = this.#all(args);
      if (end !== 'normal') {
        this.#kill(callee);
        return end;
      }
      // Called where it is written: its error is one of the code around it.
      const inner = this.#body(callee);
      return inner === 'throws' && !callee.async && !callee.generator ? 'throws' : 'normal';
    }
    const start = this.#visit(callee);
    if (start !== 'normal') {
      this.#kill(node);
      return start;
    }
    if (node.type === 'CallExpression' && node.optional && this.#isNothing(callee)) {
      this.#kill(node);
      return 'skips';
    }
    const never = node.type === 'CallExpression' ? this.#neverCalls(node) : undefined;
    if (never) {
      this.#stop(never.kind, never.name, callee);
      for (const argument of args) if (isCallback(argument)) this.#kill(argument);
    }
    const end = this.#all(args.filter((argument) => !never || !isCallback(argument)));
    if (end === 'normal') return 'normal';
    // The call itself does not happen: an argument has an error.
    this.#kill(callee);
    return end === 'skips' ? 'normal' : end;
  }

  /** Why a call never calls the functions that it gets. */
  #neverCalls(node: CallExpression): { kind: ObstacleKind; name: string } | undefined {
    const { callee } = node;
    const name = callee.type === 'Identifier' ? callee.name : memberName(callee);
    if (name === undefined) return undefined;
    if (name === 'addEventListener' || name === 'attachEvent') {
      const event = textOf(node.arguments[0])?.replace(/^on/, '') ?? '';
      const isOfFrame = callee.type !== 'MemberExpression' || this.#isOfFrame(callee.object);
      return ACTIONS.test(event) && isOfFrame ? { kind: 'action', name: event } : undefined;
    }
    if (callee.type !== 'MemberExpression') return undefined;
    if (CALLS_WITH_EACH.has(name) && this.#isEmptyList(callee.object)) return { kind: 'element', name: 'document' };
    if (name === 'then' && this.#isShopRequest(callee.object)) return { kind: 'shop_request', name: 'fetch' };
    return undefined;
  }

  /** Whether events of a visitor at this object would have to come from the page: the document, the window, the body of the frame. */
  #isOfFrame(node: AnyNode): boolean {
    return this.#once('isOfFrame', node, () => this.#isOfFrameNow(node));
  }

  #isOfFrameNow(node: AnyNode): boolean {
    if (node.type === 'Identifier') {
      const value = this.#names.valueOf(node.name);
      if (value && value.type !== 'Identifier') return this.#isOfFrame(value);
      return !this.#names.has(node.name) && (node.name === 'document' || WINDOWS.has(node.name));
    }
    if (node.type !== 'MemberExpression') return false;
    return /^(?:body|documentElement|document|window)$/.test(memberName(node) ?? '') && this.#isOfFrame(node.object);
  }

  #member(node: MemberExpression): End {
    const end = this.#visit(node.object);
    if (end !== 'normal') return end;
    const name = memberName(node);
    if (node.computed) {
      const inner = this.#visit(node.property);
      if (inner !== 'normal') return inner;
    }
    if (this.#isNothing(node.object)) {
      const found = this.#whatIsMissing(node.object);
      if (!node.optional) return this.#throws(found.kind, found.name, node);
      this.#stop(found.kind, found.name, node);
      return 'skips';
    }
    if (this.#isOtherWindow(node.object) && name !== undefined && !CROSS_ORIGIN.has(name))
      return this.#throws('window', shownPath(node.object), node);
    if (memberName(node.object) === 'location' && node.object.type === 'MemberExpression')
      if (this.#isOtherWindow(node.object.object)) return this.#throws('window', shownPath(node.object), node);
    return 'normal';
  }

  #identifier(node: AnyNode): End {
    if (node.type !== 'Identifier' || !this.#isMissingName(node.name)) return 'normal';
    return this.#throws(JQUERY.has(node.name) ? 'jquery' : 'page_script', node.name, node);
  }

  #isMissingName(name: string): boolean {
    if (this.#names.has(name)) return false;
    return PAGE_SCRIPTS.has(name) || (JQUERY.has(name) && !this.#loadsJQuery);
  }

  /** `window.top`, `parent`, `window.parent.parent`, or a name for one of them. */
  #isOtherWindow(node: AnyNode): boolean {
    return this.#once('isOtherWindow', node, () => this.#isOtherWindowNow(node));
  }

  #isOtherWindowNow(node: AnyNode): boolean {
    if (node.type === 'Identifier') {
      if (!this.#names.has(node.name)) return OTHER_WINDOWS.has(node.name);
      const value = this.#names.valueOf(node.name);
      return value !== undefined && value.type !== 'Identifier' && this.#isOtherWindow(value);
    }
    if (node.type !== 'MemberExpression' || !OTHER_WINDOWS.has(memberName(node) ?? '')) return false;
    const { object } = node;
    return (object.type === 'Identifier' && WINDOWS.has(object.name)) || this.#isOtherWindow(object);
  }

  #isDocument(node: AnyNode): boolean {
    if (node.type === 'Identifier') return node.name === 'document' && !this.#names.has('document');
    return memberName(node) === 'document' && node.type === 'MemberExpression' && this.#isWindow(node.object);
  }

  #isWindow(node: AnyNode): boolean {
    return node.type === 'Identifier' && WINDOWS.has(node.name) && !this.#names.has(node.name);
  }

  /** Whether a selector finds nothing in the frame. */
  #findsNothing(lookup: string, argument: AnyNode | undefined): boolean {
    const text = textOf(argument)?.trim();
    if (text === undefined || text === '') return false;
    const isSelector = lookup.startsWith('querySelector');
    const parts = isSelector ? text.split(',') : [lookup === 'getElementsByTagName' ? text : `#${text}`];
    return parts.every((part) => {
      const last =
        part
          .trim()
          .split(/[\s>+~]+/)
          .at(-1) ?? '';
      const word = /[\w-]{2,}/.exec(last)?.[0] ?? last;
      return !FRAME_ELEMENTS.test(last) && !this.#own.some((own) => own.includes(word));
    });
  }

  /** Whether the value is null or undefined in the frame. */
  #isNothing(node: AnyNode): boolean {
    return this.#once('isNothing', node, () => this.#isNothingNow(node));
  }

  #isNothingNow(node: AnyNode): boolean {
    switch (node.type) {
      case 'ChainExpression':
        return this.#isNothing(node.expression);
      case 'Literal':
        return node.raw === 'null';
      case 'Identifier': {
        if (node.name === 'undefined') return true;
        const value = this.#names.valueOf(node.name);
        return value !== undefined && value.type !== 'Identifier' && value.type !== 'Literal' && this.#isNothing(value);
      }
      case 'CallExpression': {
        const lookup = memberName(node.callee) ?? '';
        if (node.callee.type !== 'MemberExpression') return false;
        if (LOOKUPS.has(lookup) && this.#isDocument(node.callee.object))
          return this.#findsNothing(lookup, node.arguments[0]);
        if (lookup === 'item' && this.#isEmptyList(node.callee.object)) return true;
        return this.#isSkipped(node.callee);
      }
      case 'MemberExpression': {
        const name = memberName(node);
        if (name !== undefined && this.#isWindow(node.object) && this.#isMissingName(name)) return true;
        if (name === 'frameElement' && this.#isWindow(node.object)) return true;
        if (this.#isEmptyList(node.object) && isIndex(node)) return true;
        return this.#isSkipped(node);
      }
      case 'LogicalExpression':
        if (node.operator === '&&') return this.#isNothing(node.left);
        return this.#isNothing(node.left) && this.#isNothing(node.right);
      default:
        return false;
    }
  }

  /** `x?.y` of nothing is nothing. */
  #isSkipped(node: MemberExpression): boolean {
    if (node.object.type === 'Super') return false;
    return node.optional ? this.#isNothing(node.object) : isInChain(node.object) && this.#isNothing(node.object);
  }

  #isEmptyList(node: AnyNode): boolean {
    return this.#once('isEmptyList', node, () => this.#isEmptyListNow(node));
  }

  #isEmptyListNow(node: AnyNode): boolean {
    if (node.type === 'Identifier') {
      const value = this.#names.valueOf(node.name);
      return value !== undefined && value.type !== 'Identifier' && this.#isEmptyList(value);
    }
    if (node.type === 'MemberExpression')
      return LISTS_OF_DOCUMENT.has(memberName(node) ?? '') && this.#isDocument(node.object);
    if (node.type === 'ArrayExpression') {
      const [first] = node.elements;
      return node.elements.length === 1 && first?.type === 'SpreadElement' && this.#isEmptyList(first.argument);
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
    const name = memberName(node.callee) ?? '';
    if (LIST_LOOKUPS.has(name) && this.#isDocument(node.callee.object))
      return this.#findsNothing(name, node.arguments[0]);
    const [first] = node.arguments;
    const copies = name === 'from' || name === 'call';
    return copies && first !== undefined && this.#isEmptyList(first);
  }

  /** A request to the shop itself. Shopify's library in the frame refuses it: a relative address is one of the frame. */
  #isShopRequest(node: AnyNode): boolean {
    return this.#once('isShopRequest', node, () => this.#isShopRequestNow(node));
  }

  #isShopRequestNow(node: AnyNode): boolean {
    if (node.type !== 'CallExpression') return false;
    const { callee } = node;
    if (callee.type === 'MemberExpression' && /^(?:then|catch|finally)$/.test(memberName(callee) ?? ''))
      return memberName(callee) === 'then' && this.#isShopRequest(callee.object);
    const isFetch =
      isIdentifier(callee, 'fetch') ||
      (callee.type === 'MemberExpression' && memberName(callee) === 'fetch' && this.#isWindow(callee.object));
    return isFetch && !this.#names.has('fetch') && /^\/(?!\/)/.test(textStart(node.arguments[0]) ?? '');
  }

  /** Whether a condition is surely met or not. Undefined if that is not known. */
  #truth(node: AnyNode): boolean | undefined {
    return this.#once('truth', node, () => this.#truthNow(node));
  }

  #truthNow(node: AnyNode): boolean | undefined {
    if (this.#isNothing(node)) return false;
    if (node.type === 'UnaryExpression' && node.operator === '!') {
      const truth = this.#truth(node.argument);
      return truth === undefined ? undefined : !truth;
    }
    if (node.type === 'LogicalExpression') {
      const left = this.#truth(node.left);
      const right = this.#truth(node.right);
      if (node.operator === '&&') return left === false || right === false ? false : left && right;
      if (node.operator === '||') return left === true || right === true ? true : left === false ? right : undefined;
      return undefined;
    }
    if (memberName(node) === 'length' && node.type === 'MemberExpression')
      return this.#isEmptyList(node.object) ? false : undefined;
    return node.type === 'BinaryExpression' ? this.#comparison(node.operator, node.left, node.right) : undefined;
  }

  #comparison(operator: string, left: AnyNode, right: AnyNode): boolean | undefined {
    const isEqual = operator === '==' || operator === '===';
    if (isEqual || operator === '!=' || operator === '!==') {
      const isTest = (a: AnyNode, b: AnyNode) =>
        (this.#isNothing(a) && isNull(b)) ||
        (textOf(b) === 'undefined' &&
          a.type === 'UnaryExpression' &&
          a.operator === 'typeof' &&
          this.#isUndefined(a.argument));
      if (isTest(left, right) || isTest(right, left)) return isEqual;
      // The frame is never the outermost window.
      const isFrameTest = (a: AnyNode, b: AnyNode) => this.#isOtherWindow(a) && this.#isWindowItself(b);
      return isFrameTest(left, right) || isFrameTest(right, left) ? !isEqual : undefined;
    }
    if (operator === '>' || operator === '<') {
      const [small, large] = operator === '>' ? [right, left] : [left, right];
      const isLength = memberName(large) === 'length' && large.type === 'MemberExpression';
      const isCount = small.type !== 'Literal' || small.value === 0;
      return isLength && isCount && this.#isEmptyList(large.object) ? false : undefined;
    }
    return undefined;
  }

  #isWindowItself(node: AnyNode): boolean {
    return this.#isWindow(node) || (WINDOWS.has(memberName(node) ?? '') && node.type === 'MemberExpression');
  }

  #isUndefined(node: AnyNode): boolean {
    return node.type === 'Identifier' ? this.#isMissingName(node.name) : this.#isNothing(node);
  }

  /** Notes what a condition looks for that the frame does not have. */
  #stopAt(test: AnyNode): void {
    let isNoted = false;
    walk(test, (node) => {
      if (isNoted || isFunction(node)) return;
      if (
        !this.#isNothing(node) &&
        !this.#isEmptyList(node) &&
        !this.#isOtherWindow(node) &&
        !this.#isUndefinedTest(node)
      )
        return;
      const { kind, name } = this.#whatIsMissing(node);
      if (name === '') return;
      this.#stop(kind, name, node);
      isNoted = true;
    });
  }

  #isUndefinedTest(node: AnyNode): boolean {
    return node.type === 'UnaryExpression' && node.operator === 'typeof' && this.#isUndefined(node.argument);
  }

  #whatIsMissing(node: AnyNode): { kind: ObstacleKind; name: string } {
    let found: { kind: ObstacleKind; name: string } | undefined;
    const look = (from: AnyNode, depth: number): void =>
      walk(from, (each) => {
        if (found) return;
        const name = each.type === 'Identifier' ? each.name : undefined;
        if (name !== undefined && JQUERY.has(name)) found = { kind: 'jquery', name };
        else if (name !== undefined && PAGE_SCRIPTS.has(name)) found = { kind: 'page_script', name };
        else if (name !== undefined && OTHER_WINDOWS.has(name) && !this.#names.has(name))
          found = { kind: 'window', name };
        else if (name === 'frameElement') found = { kind: 'window', name };
        else if (name !== undefined && (LOOKUPS.has(name) || LIST_LOOKUPS.has(name) || LISTS_OF_DOCUMENT.has(name)))
          found = { kind: 'element', name: `document.${name}` };
        else if (name !== undefined && depth < 2) {
          const value = this.#names.valueOf(name);
          if (value && !isFunction(value)) look(value, depth + 1);
        }
      });
    look(node, 0);
    return found ?? { kind: 'element', name: '' };
  }

  /** Marks functions whose every use is in dead code. Returns whether there were more of them. */
  #killUnreached(): boolean {
    const functions = new Map<string, AnyNode>();
    const uses = new Map<string, number[]>();
    walk(this.tree, (node) => {
      const name =
        node.type === 'FunctionDeclaration'
          ? node.id?.name
          : node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init && isFunction(node.init)
            ? node.id.name
            : undefined;
      if (name !== undefined && this.#names.valueOf(name)) functions.set(name, node);
      if (node.type !== 'Identifier') return;
      const known = uses.get(node.name);
      if (known) known.push(node.start);
      else uses.set(node.name, [node.start]);
    });
    let more = false;
    for (const [name, node] of functions) {
      const others = (uses.get(name) ?? []).filter((at) => at < node.start || at >= node.end);
      if (others.length === 0 || this.isDead(node.start) || !others.every((at) => this.isDead(at))) continue;
      this.#kill(node);
      more = true;
    }
    return more;
  }
}

function isFunction(node: AnyNode | null | undefined): node is FunctionNode {
  return (
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression' ||
    node?.type === 'FunctionDeclaration'
  );
}

function isCallback(node: AnyNode): boolean {
  return isFunction(node) || node.type === 'Identifier';
}

function isInChain(node: AnyNode): boolean {
  if (node.type === 'MemberExpression')
    return node.optional || (node.object.type !== 'Super' && isInChain(node.object));
  if (node.type === 'CallExpression') return node.optional || (node.callee.type !== 'Super' && isInChain(node.callee));
  return false;
}

function isIndex(node: MemberExpression): boolean {
  return node.computed && node.property.type === 'Literal' && typeof node.property.value === 'number';
}

function isNull(node: AnyNode): boolean {
  return (node.type === 'Literal' && node.raw === 'null') || isIdentifier(node, 'undefined');
}

/** The beginning of a text, also of one with substitutions. */
function textStart(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return node.quasis[0]?.value.cooked ?? undefined;
  if (node?.type === 'BinaryExpression' && node.operator === '+') return textStart(node.left);
  return textOf(node);
}

function textsIn(node: AnyNode): string[] {
  const found: string[] = [];
  walk(node, (each) => {
    if (each.type === 'Literal' && typeof each.value === 'string') found.push(each.value);
    if (each.type === 'TemplateElement') found.push(each.value.raw);
  });
  return found;
}

/** `window.top`, `parent.location`. */
function shownPath(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression') return '';
  const owner = shownPath(node.object);
  return owner === '' ? (memberName(node) ?? '') : `${owner}.${memberName(node) ?? ''}`;
}
