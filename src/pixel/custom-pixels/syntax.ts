/**
 * The code of a custom pixel as a syntax tree. Shopify puts the code into a function, so `return` is allowed, and `import` and `await`
 * are not. Acorn reads code without running it.
 */
import { type AnyNode, type Identifier, type Program, parse } from 'acorn';

/** Longer code gets no tree: Acorn compares each declared name with all others of its scope. */
const TREE_CHARS_MAX = 150_000;
const LIQUID = /\{\{|\{%/;

export type Parsed =
  | { state: 'tree'; tree: Program }
  /** The browser refuses the code, so nothing of it runs. `offset`: where. */
  | { state: 'refused'; offset: number }
  /** It is too long or nested too deeply to say. */
  | { state: 'unknown' };

/** Never throws. */
export function parseCode(text: string): Parsed {
  if (text.length > TREE_CHARS_MAX) return { state: 'unknown' };
  try {
    const tree = parse(text, { ecmaVersion: 'latest', sourceType: 'script', allowReturnOutsideFunction: true });
    return { state: 'tree', tree };
  } catch (error) {
    return error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number'
      ? { state: 'refused', offset: error.pos }
      : { state: 'unknown' };
  }
}

/** Whether code was refused where Liquid stands in it: Shopify does not render Liquid in a custom pixel. */
export function isLiquidAt(text: string, offset: number): boolean {
  return LIQUID.test(text.slice(Math.max(0, offset - 2), offset + 4));
}

/** The nodes directly in a node, in the order of the code. */
export function childrenOf(node: AnyNode): AnyNode[] {
  const found: AnyNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const each of value) if (isNode(each)) found.push(each);
    if (isNode(value)) found.push(value);
  }
  return found.sort((a, b) => a.start - b.start);
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Calls `visit` for each node, parents first. */
export function walk(tree: AnyNode, visit: (node: AnyNode) => void): void {
  const pending: AnyNode[] = [tree];
  for (let node = pending.pop(); node; node = pending.pop()) {
    visit(node);
    pending.push(...childrenOf(node).reverse());
  }
}

/** The text of a string, or of a template without substitutions. */
export function textOf(node: AnyNode | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined;
  return undefined;
}

export function isIdentifier(node: AnyNode | null | undefined, name: string): node is Identifier {
  return node?.type === 'Identifier' && node.name === name;
}

/** The name of a member: `x` of `a.x` and of `a['x']`. */
export function memberName(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (node.computed) return textOf(node.property);
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}

/** What a name stands for in a piece of code. */
export class Names {
  /** Every value that a name gets. `undefined`: one that is not seen, such as an argument. */
  readonly #writes = new Map<string, (AnyNode | undefined)[]>();
  /** Names that are set as members of the window: `window.dataLayer = …`. */
  readonly #members = new Set<string>();

  constructor(tree: Program) {
    walk(tree, (node) => this.#read(node));
  }

  #read(node: AnyNode): void {
    if (node.type === 'VariableDeclarator') {
      if (node.id.type !== 'Identifier') this.#patterns(node.id);
      // `var x;` gives it no value that another one would contradict.
      else if (node.init) this.#write(node.id.name, node.init);
      else this.#writes.set(node.id.name, this.#writes.get(node.id.name) ?? []);
    } else if (node.type === 'AssignmentExpression') {
      if (node.left.type === 'Identifier') this.#write(node.left.name, node.operator === '=' ? node.right : undefined);
      else if (node.left.type === 'MemberExpression') this.#members.add(memberName(node.left) ?? '');
      else this.#patterns(node.left);
    } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      if (node.id) this.#write(node.id.name, node);
      if (node.type === 'FunctionDeclaration') for (const parameter of node.params) this.#patterns(parameter);
    } else if (node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression') {
      for (const parameter of node.params) this.#patterns(parameter);
    } else if (node.type === 'CatchClause' && node.param) this.#patterns(node.param);
    else if (node.type === 'UpdateExpression' && node.argument.type === 'Identifier')
      this.#write(node.argument.name, undefined);
    else if (
      (node.type === 'ForOfStatement' || node.type === 'ForInStatement') &&
      node.left.type === 'VariableDeclaration'
    )
      for (const { id } of node.left.declarations) this.#patterns(id);
  }

  #patterns(pattern: AnyNode): void {
    walk(pattern, (node) => {
      if (node.type === 'Identifier') this.#write(node.name, undefined);
    });
  }

  #write(name: string, value: AnyNode | undefined): void {
    this.#writes.set(name, [...(this.#writes.get(name) ?? []).slice(0, 8), value]);
  }

  /** Whether the code gives the name a meaning of its own. */
  has(name: string): boolean {
    return this.#writes.has(name) || this.#members.has(name);
  }

  /** The only value that a name gets. Undefined if it gets several, or one that is not seen. */
  valueOf(name: string): AnyNode | undefined {
    const values = this.#writes.get(name);
    return values?.length === 1 ? values[0] : undefined;
  }
}
