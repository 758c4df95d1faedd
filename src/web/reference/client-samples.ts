/** The samples of v1 with the clients of this repository: by operation, what is called and what of the answer is shown. */
import type { Method } from './document.ts';
import { goProgram, IF_ERR } from './go-program.ts';
import { goLiteral, pythonLiteral, typescriptLiteral } from './literals.ts';

export interface Call {
  method: Method;
  /** With the query. */
  path: string;
  body?: unknown;
  withKey: boolean;
  /** The `Accept` header that it needs. */
  accept?: string | undefined;
  /** Where to save an answer that is not text. */
  file?: string | undefined;
}

interface ClientSamples {
  TypeScript: string;
  Python: string;
  Go: string;
}

/** Undefined for an operation that the clients do not have. */
export function clientSamples(operationId: string, { body }: Call): ClientSamples | undefined {
  return SAMPLES.get(operationId)?.(body);
}

const SAMPLES = new Map<string, (body: unknown) => ClientSamples>(
  Object.entries({
    lookupHtsCodes: (body) => {
      const { codes } = body as { codes: string[] };
      return {
        TypeScript: typescript(
          `const { results } = await portside.tariff.hts.lookup(${typescriptLiteral(codes)});`,
          'for (const { code, status } of results) console.log(code, status);',
        ),
        Python: python(
          `answer = portside.tariff.hts.lookup(${pythonLiteral(codes)})`,
          'for result in answer.results:',
          '    print(result.code, result.status)',
        ),
        Go: go(
          [],
          `answer, err := client.Tariff.HTS.Lookup(context.Background(), ${goLiteral(codes, '')})`,
          'for _, result := range answer.Results {',
          '\tfmt.Println(result.Code, result.Status)',
          '}',
        ),
      };
    },
    scanStorefront: (body) => {
      const url = JSON.stringify((body as { url: string }).url);
      return {
        TypeScript: typescript(
          `const { score, findings } = await portside.pixel.scan(${url});`,
          'console.log(score);',
          'for (const { severity, message } of findings) console.log(severity, message);',
        ),
        Python: python(
          `report = portside.pixel.scan(${url})`,
          'print(report.score)',
          'for finding in report.findings:',
          '    print(finding.severity, finding.message)',
        ),
        Go: go(
          [],
          `report, err := client.Pixel.Scan(context.Background(), ${url})`,
          'fmt.Println(report.Score)',
          'for _, finding := range report.Findings {',
          '\tfmt.Println(finding.Severity, finding.Message)',
          '}',
        ),
      };
    },
    generateCertificate: (body) => ({
      TypeScript: `import { writeFile } from 'node:fs/promises';\n${typescript(
        `const certificate = await portside.entry.gcc.generate(${typescriptLiteral(body)});`,
        'console.log(certificate.gcc_id);',
        "await writeFile('certificate.pdf', await certificate.download());",
      )}`,
      Python: python(
        `certificate = portside.entry.gcc.generate(${pythonLiteral(body, '    ')})`,
        'print(certificate.gcc_id)',
        'with open("certificate.pdf", "wb") as file:',
        '    file.write(certificate.download())',
      ),
      Go: go(
        ['os'],
        `certificate, err := client.Entry.GCC.Generate(context.Background(), ${goLiteral(body, 'portside.GCCRequest', '\t')})`,
        'fmt.Println(certificate.GCCID)',
        'pdf, err := certificate.Download(context.Background())',
        ...IF_ERR,
        'if err := os.WriteFile("certificate.pdf", pdf, 0o600); err != nil {',
        '\tlog.Fatal(err)',
        '}',
      ),
    }),
  }),
);

function typescript(...lines: string[]): string {
  return ["import { Portside } from '@portside/client';", '', 'const portside = new Portside();', ...lines].join('\n');
}

function python(...lines: string[]): string {
  const inside = lines.map((line) => `    ${line}`);
  return ['from portside import Portside', '', 'with Portside() as portside:', ...inside].join('\n');
}

/** @param imports besides those of every sample @param call its error is checked */
function go(imports: string[], call: string, ...lines: string[]): string {
  const inside = ['client, err := portside.New()', ...IF_ERR, call, ...IF_ERR, ...lines];
  return goProgram(['context', 'fmt', 'log', ...imports], inside, 'github.com/portside/portside/clients/go');
}
