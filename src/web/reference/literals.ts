/** JSON values as literals of the languages of the samples. */

export function typescriptLiteral(value: unknown, indent = ''): string {
  return literal(value, {
    indent,
    step: '  ',
    nameOf: (name) => (/^[a-z_]\w*$/i.test(name) ? name : quoted(name)),
    words: {},
  });
}

export function pythonLiteral(value: unknown, indent = ''): string {
  return literal(value, {
    indent,
    step: '    ',
    nameOf: quoted,
    words: { true: 'True', false: 'False', null: 'None' },
  });
}

const quoted = (text: string) => JSON.stringify(text);

interface Style {
  indent: string;
  step: string;
  nameOf(name: string): string;
  /** What the language calls `true`, `false` and `null`, if it differs. */
  words: Record<string, string>;
}

function literal(value: unknown, style: Style): string {
  const { indent, step, nameOf, words } = style;
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value);
    return words[text] ?? text;
  }
  const inner = (part: unknown) => literal(part, { ...style, indent: indent + step });
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object'))
    return `[${value.map(inner).join(', ')}]`;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map(inner)
    : Object.entries(value).map(([name, part]) => `${nameOf(name)}: ${inner(part)}`);
  return `${open}\n${parts.map((part) => `${indent}${step}${part},\n`).join('')}${indent}${close}`;
}

/** Words that Go writes in capitals in a name. */
const INITIALISMS = new Set(['id', 'sku', 'gtin', 'cpsc', 'url']);

/** `cpsc_rules_cited` becomes `CPSCRulesCited`. */
function goName(name: string): string {
  const word = (part: string) => (INITIALISMS.has(part) ? part.toUpperCase() : part[0]!.toUpperCase() + part.slice(1));
  return name.split('_').map(word).join('');
}

/** The types of the Go client for the fields of a certificate request. A pointer may be absent. */
const GO_TYPES = new Map<string, string>(
  Object.entries({
    product_info: 'portside.ProductInfo',
    manufacturer: 'portside.Manufacturer',
    testing_lab: 'portside.TestingLab',
    certifier: '&portside.Contact',
    records_contact: '&portside.Contact',
    exclusions: '[]portside.Exclusion',
    attestation: '&portside.Attestation',
  }),
);

/** A composite literal as gofmt writes it. @param type such as `portside.GCCRequest` */
export function goLiteral(value: unknown, type: string, indent = ''): string {
  const inside = `${indent}\t`;
  if (Array.isArray(value)) {
    if (value.every((part) => typeof part === 'string')) return `[]string{${value.map(quoted).join(', ')}}`;
    return `${type}{\n${value.map((part) => `${inside}${goLiteral(part, '', inside)},\n`).join('')}${indent}}`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const lines = Object.entries(value).map(([name, part]) => ({
    name: `${goName(name)}:`,
    text: goLiteral(part, GO_TYPES.get(name) ?? '', inside),
  }));
  return `${type}{\n${aligned(lines)
    .map((line) => `${inside}${line},\n`)
    .join('')}${indent}}`;
}

/** gofmt aligns the values of neighbouring fields, as long as each is one line. */
function aligned(lines: readonly { name: string; text: string }[]): string[] {
  const isShort = (at: number) => lines[at] !== undefined && !lines[at].text.includes('\n');
  return lines.map(({ name, text }, at) => {
    if (!isShort(at)) return `${name} ${text}`;
    let [first, last] = [at, at];
    while (isShort(first - 1)) first--;
    while (isShort(last + 1)) last++;
    const width = Math.max(...lines.slice(first, last + 1).map((line) => line.name.length));
    return `${name.padEnd(width)} ${text}`;
  });
}
