/**
 * Every regular expression of a source file, from its syntax tree: literals, and `RegExp(…)` with or without `new`. A search in
 * the text would miss those that are built, and find those in comments.
 */
import ts from 'typescript';

export interface Expression {
  file: string;
  line: number;
  /** Undefined if the expression is built at run time, so that its text is not in the file. */
  pattern: string | undefined;
  flags: string;
}

export function findExpressions(file: string, text: string): Expression[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, scriptKind(file));
  const found: Expression[] = [];
  const add = (node: ts.Node, pattern: string | undefined, flags: string): void => {
    found.push({ file, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, pattern, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (isRegExpCall(node)) {
      const [pattern, flags] = node.arguments ?? [];
      const isCopy = pattern !== undefined && ts.isIdentifier(pattern) && flags === undefined;
      // A copy of an expression that is a literal elsewhere: `new RegExp(TAG)`.
      if (!isCopy) add(node, textOf(pattern), textOf(flags) ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function scriptKind(file: string): ts.ScriptKind {
  return file.endsWith('x') ? ts.ScriptKind.TSX : file.endsWith('js') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (
    (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'RegExp'
  );
}

function textOf(node: ts.Expression | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined;
}
