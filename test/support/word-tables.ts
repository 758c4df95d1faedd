/**
 * Finds tables in source text that a stranger's word may index. `TABLE[word]` on a plain object also answers to `toString`,
 * `constructor` and the other names of its prototype, so a table that is indexed with any text is a `Map`.
 *
 * Works on the syntax alone. The compiler already refuses to index an object with any text unless the object has the type of a
 * record, or is written where it is indexed, or the key is cast. These are the three forms that are found here, and `in`.
 */
import ts from 'typescript';

export interface WordTable {
  line: number;
  /** `record`: an exported record, or one that its own file indexes. `inline`: indexed where it is written. `cast`: a cast key. `in`: asks the prototype too. */
  form: 'record' | 'inline' | 'cast' | 'in';
  text: string;
}

/** Names of types in `texts` that are records of any text: `type Shares = Record<string, Share>`, `interface X { [key: string]: … }`. */
export function recordTypes(texts: Iterable<string>): Set<string> {
  const names = new Set<string>();
  for (const text of texts) {
    if (!/Record<string|\[\w+: string\]/.test(text)) continue;
    for (const statement of parsed('types.tsx', text).statements) {
      if (ts.isTypeAliasDeclaration(statement) && isRecord(statement.type, names)) names.add(statement.name.text);
      if (ts.isInterfaceDeclaration(statement) && statement.members.some(isAnyText)) names.add(statement.name.text);
    }
  }
  return names;
}

export function wordTables(name: string, text: string, records: ReadonlySet<string> = new Set()): WordTable[] {
  const source = parsed(name, text);
  const indexed = indexedNames(source);
  const found: WordTable[] = [];
  const add = (node: ts.Node, form: WordTable['form']) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.push({ line: line + 1, form, text: node.getText().replace(/\s+/g, ' ').slice(0, 80) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const literal = bare(node.initializer);
      const type = node.type ?? castOf(node.initializer);
      if (ts.isObjectLiteralExpression(literal) && type && isRecord(type, records)) {
        const { parent } = node.parent;
        const isExported = ts.isVariableStatement(parent) && parent.modifiers?.some(isExport);
        if (isExported || indexed.has(node.name.getText())) add(node.name, 'record');
      }
    } else if (ts.isElementAccessExpression(node) && !isLiteral(node.argumentExpression)) {
      const table = bare(node.expression);
      const key = node.argumentExpression;
      if (ts.isObjectLiteralExpression(table)) add(node, 'inline');
      else if (
        ts.isIdentifier(table) &&
        ts.isAsExpression(key) &&
        !ts.isConstTypeReference(key.type) &&
        !isChecked(node)
      )
        add(node, 'cast');
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword) {
      if (!isLiteral(node.left) && !ts.isPrivateIdentifier(node.left)) add(node, 'in');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function parsed(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}

const isExport = ({ kind }: ts.ModifierLike) => kind === ts.SyntaxKind.ExportKeyword;

/** Names that are read or written under a computed key: `counts[name] = 1`. */
function indexedNames(source: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) && !isLiteral(node.argumentExpression))
      names.add(bare(node.expression).getText());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function bare(node: ts.Expression): ts.Expression {
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  )
    return bare(node.expression);
  return node;
}

function castOf(node: ts.Expression): ts.TypeNode | undefined {
  return ts.isAsExpression(node) ? node.type : undefined;
}

function isLiteral(node: ts.Expression): boolean {
  const key = bare(node);
  const isSymbol = ts.isPropertyAccessExpression(key) && key.expression.getText() === 'Symbol';
  return ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) || isSymbol;
}

/** Whether the key of a cast is asked for with `Object.hasOwn` in the same function. */
function isChecked(node: ts.ElementAccessExpression): boolean {
  let around: ts.Node = node;
  while (!ts.isFunctionLike(around) && !ts.isSourceFile(around)) around = around.parent;
  const check = `Object.hasOwn(${node.expression.getText()}, ${bare(node.argumentExpression).getText()})`;
  return around.getText().includes(check);
}

/** `Record<string, X>`, also in `Readonly` or `Partial`, `{ [key: string]: X }`, and the names of such types. */
function isRecord(type: ts.TypeNode, records: ReadonlySet<string>): boolean {
  if (ts.isTypeLiteralNode(type)) return type.members.some(isAnyText);
  if (!ts.isTypeReferenceNode(type)) return false;
  const [first] = type.typeArguments ?? [];
  const name = type.typeName.getText();
  if ((name === 'Readonly' || name === 'Partial') && first) return isRecord(first, records);
  return name === 'Record' ? first?.kind === ts.SyntaxKind.StringKeyword : records.has(name);
}

function isAnyText(member: ts.TypeElement): boolean {
  return ts.isIndexSignatureDeclaration(member) && member.parameters[0]?.type?.kind === ts.SyntaxKind.StringKeyword;
}
