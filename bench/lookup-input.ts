/** The lookups: the same codes in the same requests in every run. */

export interface Result {
  code: string;
  status: string;
}

/** One kind of request: its number of codes, and its bodies. */
export interface RequestKind {
  name: string;
  title: string;
  size: number;
  bodies: string[];
  /** Size and statuses of the answers, for readers of the results. */
  note: string;
}

/** Distinct bodies of each kind. The requests go through them again and again. */
const BODIES = 256;
const LONGEST = 100;

/** Subheadings of every kind: on the derivative list, adjacent to it, on another list, on none. A code is one of these with a suffix. */
const SUBHEADINGS = `
  7318.15.20 7318.16.00 7320.10.90 7321.11.30 7323.93.00 7326.20.00 7326.90.86 7308.90.95 7216.91.00 7208.39.00
  7604.29.10 7606.12.30 7610.90.00 7615.10.71 7616.99.51 7407.10.15 7411.10.10 7418.20.10 8302.10.60 8302.41.60
  8415.90.80 8418.10.00 8421.39.01 8422.11.00 8427.10.40 8429.52.10 8431.49.90 8432.29.00 8450.11.00 8479.89.95
  8481.80.30 8483.90.50 8501.52.40 8504.34.00 8516.60.40 8544.49.30 8708.10.60 8708.29.50 8708.99.81 8716.39.00
  9403.20.00 9403.99.90 9405.41.84 9506.91.00 4407.11.00 0101.21.00 0402.99.68 2710.19.30 3926.90.99 6109.10.00
  6403.99.60 8471.30.01 8517.13.00 8542.31.00 9018.90.75 9503.00.00 9603.21.00 3004.90.92 4011.10.10 8703.23.01
`
  .trim()
  .split(/\s+/);
const SUFFIXES = ['00', '10', '15', '20', '30', '35', '40', '50', '60', '80', '85', '88', '90', '95'];
export const CODES = SUBHEADINGS.flatMap((subheading) => SUFFIXES.map((suffix) => subheading + suffix));

export function requestKinds(answers: Map<string, Result>): RequestKind[] {
  const length = (code: string) => JSON.stringify(answers.get(code)).length;
  const longest = [...CODES].sort((a, b) => length(b) - length(a)).slice(0, LONGEST);
  const kinds = [
    { name: 'lookup-5', title: 'Lookup of 5 codes', size: 5, codes: CODES },
    { name: 'lookup-50', title: 'Lookup of 50 codes', size: 50, codes: CODES },
    // Above about 15 kB a runtime may send an answer in another way. Answers of average length would not show that.
    { name: 'lookup-50-longest', title: 'Lookup of the 50 codes with the longest answers', size: 50, codes: longest },
  ];
  return kinds.map(({ name, title, size, codes }) => {
    const bodies = spreadOver(codes, size);
    return { name, title, size, bodies: bodies.map((codes) => JSON.stringify({ codes })), note: note(bodies, answers) };
  });
}

/** The exact bytes with which every server must answer this request. */
export function expectedAnswer(body: string, answers: Map<string, Result>): string {
  const { codes } = JSON.parse(body) as { codes: string[] };
  return JSON.stringify({ results: codes.map((code) => answers.get(code)) });
}

function spreadOver(codes: string[], size: number): string[][] {
  return Array.from({ length: BODIES }, (_, body) =>
    Array.from({ length: size }, (_, i) => codes[((body * size + i) * 373) % codes.length]!),
  );
}

function note(bodies: string[][], answers: Map<string, Result>): string {
  const results = bodies.flat().map((code) => answers.get(code)!);
  const bytes = Math.round(JSON.stringify(results).length / bodies.length);
  const share = [...Map.groupBy(results, ({ status }) => status)]
    .map(([status, { length }]) => `${status} ${Math.round((length / results.length) * 100)}%`)
    .sort()
    .join(', ');
  return `An answer has about ${bytes} bytes; its codes: ${share}.`;
}
