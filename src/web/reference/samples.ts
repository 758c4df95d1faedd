/**
 * One request in four languages. What the clients of this repository have is asked with them, everything else with what each
 * language brings. They read `PORTSIDE_BASE_URL`, and those that need a key `PORTSIDE_API_KEY`. A test runs every one.
 */
import { FIRST_REQUESTS } from '../../api/v1/first-requests.ts';
import type { Product } from '../../domain/key.ts';
import { type Call, clientSamples } from './client-samples.ts';
import type { Operation } from './document.ts';
import { goProgram, IF_ERR } from './go-program.ts';
import { pythonLiteral, typescriptLiteral } from './literals.ts';

export const LANGUAGES = ['curl', 'TypeScript', 'Python', 'Go'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A request that works as it is: for v1 the one a new key is shown with, otherwise the first example of the document. */
export function callOf({ method, path, withKey, tag, parameters, bodyExample, answer }: Operation): Call {
  const query = new URLSearchParams();
  let filled = path;
  for (const { in: where, name, example, required } of parameters) {
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(example ?? ''));
    // Without `as_of` the answer is for today, which a first request is about.
    else if (where === 'query' && example !== undefined && (required || name !== 'as_of')) query.set(name, example);
  }
  if (bodyExample !== undefined) {
    const first = (FIRST_REQUESTS as Partial<typeof FIRST_REQUESTS>)[tag as Product];
    // The page of the scan's own example exists only in tests. The one of a new key does.
    const isScan = /\/pixel\/scans?$/.test(path);
    const body = first && (path === first.path || isScan) ? first.body : bodyExample;
    return { method, path: filled, withKey, body };
  }
  // The verify page is for people unless the caller asks for JSON, and the result of a job is CSV.
  const accept = answer.mediaTypes.length > 1 ? 'application/json' : undefined;
  const file = answer.mediaTypes[0] === 'application/pdf' ? 'certificate.pdf' : undefined;
  return { method, path: query.size > 0 ? `${filled}?${query}` : filled, withKey, accept, file };
}

export function samplesOf(operation: Operation): Record<Language, string> {
  const call = callOf(operation);
  const own = clientSamples(operation.id, call);
  const isJson = operation.answer.mediaTypes[0] === 'application/json';
  return {
    curl: curl(call),
    ...(own ?? { TypeScript: typescript(call, isJson), Python: python(call), Go: go(call) }),
  };
}

function curl({ method, path, body, withKey, accept, file }: Call): string {
  // With a body curl sends a POST by itself.
  const implied = body === undefined ? 'get' : 'post';
  const named = method === implied ? '' : ` -X ${method.toUpperCase()}`;
  const lines = [
    `curl -sS${named}${file ? ` -o ${file} -w '%{content_type}\\n'` : ''} "$PORTSIDE_BASE_URL${path}"`,
    ...(withKey ? ['  -H "Authorization: Bearer $PORTSIDE_API_KEY"'] : []),
    ...(accept ? [`  -H 'Accept: ${accept}'`] : []),
    ...(body === undefined
      ? []
      : ["  -H 'Content-Type: application/json'", `  -d '${betweenQuotes(JSON.stringify(body, null, 2))}'`]),
  ];
  return lines.join(' \\\n');
}

/** Text between single quotes of a shell. */
function betweenQuotes(text: string): string {
  return text.replaceAll("'", "'\\''");
}

/** Stands in a literal for the header with the key, which each language reads in its own way. */
const BEARER = 'Bearer key';
const QUOTED_BEARER = JSON.stringify(BEARER);

function typescript({ method, path, body, withKey, accept, file }: Call, isJson: boolean): string {
  const headers = {
    ...(withKey && { authorization: BEARER }),
    ...(accept && { accept }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const options = {
    ...(method !== 'get' && { method: method.toUpperCase() }),
    ...(Object.keys(headers).length > 0 && { headers }),
  };
  const lines = [
    ...typescriptLiteral(options)
      .replace(QUOTED_BEARER, `\`Bearer \${process.env.PORTSIDE_API_KEY}\``)
      .split('\n')
      .slice(1, -1),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${typescriptLiteral(body, '  ')}),`]),
  ];
  const more = lines.length > 0 ? `, {\n${lines.join('\n')}\n}` : '';
  return [
    ...(file ? ["import { writeFile } from 'node:fs/promises';", ''] : []),
    `const response = await fetch(\`\${process.env.PORTSIDE_BASE_URL}${path}\`${more});`,
    'if (!response.ok) throw new Error(await response.text());',
    ...(file
      ? [
          `await writeFile('${file}', new Uint8Array(await response.arrayBuffer()));`,
          "console.log(response.headers.get('content-type'));",
        ]
      : [`console.log(await response.${isJson ? 'json' : 'text'}());`]),
  ].join('\n');
}

function python({ method, path, body, withKey, accept, file }: Call): string {
  const headers = {
    ...(withKey && { Authorization: BEARER }),
    ...(accept && { Accept: accept }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const parts = [
    `os.environ["PORTSIDE_BASE_URL"] + ${JSON.stringify(path)}`,
    ...(body === undefined ? [] : [`data=json.dumps(${pythonLiteral(body, '    ')}).encode()`]),
    ...(Object.keys(headers).length > 0 ? [headersOfPython(headers)] : []),
    ...(method === (body === undefined ? 'get' : 'post') ? [] : [`method="${method.toUpperCase()}"`]),
  ];
  return [
    ...(body === undefined ? [] : ['import json']),
    'import os',
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    ...parts.map((part) => `    ${part},`),
    ')',
    ...(file
      ? [
          `with urlopen(request) as response, open("${file}", "wb") as file:`,
          '    file.write(response.read())',
          '    print(response.headers["Content-Type"])',
        ]
      : ['with urlopen(request) as response:', '    print(response.read().decode())']),
  ].join('\n');
}

function headersOfPython(headers: object): string {
  const literal = pythonLiteral(headers, '    ').replace(QUOTED_BEARER, '"Bearer " + os.environ["PORTSIDE_API_KEY"]');
  return `headers=${literal}`;
}

function go({ method, path, body, withKey, accept, file }: Call): string {
  const sent = body === undefined ? 'nil' : 'body';
  const imports = ['fmt', 'io', 'log', 'net/http', 'os', ...(body === undefined ? [] : ['strings'])];
  return goProgram(imports, [
    `address := os.Getenv("PORTSIDE_BASE_URL") + ${JSON.stringify(path)}`,
    ...(body === undefined ? [] : [`body := strings.NewReader(\`${JSON.stringify(body)}\`)`]),
    `request, err := http.NewRequest("${method.toUpperCase()}", address, ${sent})`,
    ...IF_ERR,
    ...(withKey ? ['request.Header.Set("Authorization", "Bearer "+os.Getenv("PORTSIDE_API_KEY"))'] : []),
    ...(accept ? [`request.Header.Set("Accept", "${accept}")`] : []),
    ...(body === undefined ? [] : ['request.Header.Set("Content-Type", "application/json")']),
    'response, err := http.DefaultClient.Do(request)',
    ...IF_ERR,
    'defer response.Body.Close()',
    'answer, err := io.ReadAll(response.Body)',
    ...IF_ERR,
    ...(file
      ? [
          `if err := os.WriteFile("${file}", answer, 0o600); err != nil {`,
          '\tlog.Fatal(err)',
          '}',
          'fmt.Println(response.Header.Get("Content-Type"))',
        ]
      : ['fmt.Println(string(answer))']),
  ]);
}
