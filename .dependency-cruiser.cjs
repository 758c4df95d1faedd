/**
 * Which room may import which. The domain stands alone; products and limits know the domain; the surfaces (http, api, web,
 * operator) know products; adapters implement the domain's ports; only app.ts and cli/ put them together.
 */
const test = '\\.test\\.tsx?$';
const products = 'tariff|pixel|entry';
const from = (path, pathNot = []) => ({ path: `^src/${path}`, pathNot: [test, ...pathNot] });
const only = (name, room, ...allowed) => ({
  name,
  severity: 'error',
  from: from(`(${room})/`),
  to: {
    path: '^src/',
    pathNot: [`^src/(${room})/`, '^src/domain/', '\\.d\\.ts$', ...allowed.map((path) => `^src/${path}`)],
  },
});

/** The folders of the tariff: each may import those before it. */
const tariffFolders = ['schedule', 'lookup', 'law', 'explain', 'search', 'duties', 'import', 'notes', 'audit'];

/** The sections of the workbench. */
const workSections = ['home', 'tariff', 'schedule', 'changes', 'pixel', 'certificates', 'watches', 'account'];

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'domain-imports-nothing',
      comment: 'Types, pure functions and ports: no package, no Node or Bun module, no other room.',
      severity: 'error',
      from: from('domain/'),
      to: { pathNot: '^src/domain/' },
    },
    only('keys-know-only-the-domain', 'keys'),
    only('limits-know-only-the-domain', 'limits'),
    only('operations-know-only-the-domain', 'operations'),
    only('zip-knows-only-the-domain', 'zip'),
    only('spreadsheet-reads-zip-files', 'spreadsheet', 'zip/'),
    only('jobs-know-no-product', 'jobs', 'spreadsheet/'),
    only('watches-know-no-product', 'watches'),
    only('tariff-stands-alone', 'tariff', 'spreadsheet/'),
    ...tariffFolders.slice(0, -1).map((folder, at) => ({
      name: `tariff-${folder}-imports-no-later-folder`,
      severity: 'error',
      from: from(`tariff/${folder}/`),
      to: { path: `^src/tariff/(${tariffFolders.slice(at + 1).join('|')})/` },
    })),
    only('pixel-stands-alone', 'pixel', 'spreadsheet/', 'zip/'),
    only('entry-stands-alone', 'entry', 'spreadsheet/'),
    only('isolation-runs-tasks-of-products', 'isolation', 'spreadsheet/', `(${products})/`),
    {
      name: 'worker-processes-load-little',
      comment: 'A worker starts in milliseconds, and what it loads is what a stranger could misuse.',
      severity: 'error',
      from: from('isolation/child/'),
      to: {
        path: '^src/',
        pathNot: ['^src/isolation/(child/|frame\\.ts$)', '^src/domain/', 'worker-tasks\\.ts$'],
      },
    },
    {
      name: 'only-wiring-knows-isolation',
      comment: 'Products use the port of the domain.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/isolation/', '^src/cli/', '^src/(app[a-z-]*|main)\\.ts$', test] },
      to: { path: '^src/isolation/' },
    },
    only('http-knows-no-product', 'http', 'keys/', 'limits/'),
    only(
      'api-serves-products',
      'api',
      'http/',
      'keys/',
      'limits/',
      'jobs/',
      'watches/',
      'spreadsheet/',
      `(${products})/`,
    ),
    only('mcp-serves-products', 'mcp', `(${products})/`),
    only('web-shows-products', 'web', 'http/', 'api/', 'keys/', `(${products})/`),
    ...workSections.map((section) => ({
      name: `work-${section}-imports-no-other-section`,
      comment: 'What sections share is in the shell, in `ask` or in the room itself.',
      severity: 'error',
      from: from(`web/workbench/${section}/`),
      to: { path: `^src/web/workbench/(${workSections.filter((other) => other !== section).join('|')})/` },
    })),
    {
      name: 'work-asks-the-api',
      comment: 'Pages know what the API says, and nothing else but the words that people read for its facts.',
      severity: 'error',
      from: from('web/workbench/'),
      to: { path: `^src/(${products}|jobs|watches|limits|mcp)/`, pathNot: '^src/tariff/duties/fact-words\\.ts$' },
    },
    only(
      'operator-page',
      'operator',
      'http/',
      'keys/',
      'limits/',
      'operations/',
      'api/v1/first-requests\\.ts$',
      `(${products})/`,
      'web/tokens\\.css$',
      'web/drafts\\.client\\.js$',
      'web/chart-scale\\.ts$',
    ),
    only('adapters-implement-ports', 'adapters', 'limits/'),
    {
      name: 'only-wiring-knows-adapters',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/adapters/', '^src/cli/', '^src/app[a-z-]*\\.ts$', test] },
      to: { path: '^src/adapters/' },
    },
    {
      name: 'only-surfaces-know-elysia',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(http|api|web|operator)/', '^src/app[a-z-]*\\.ts$', test] },
      to: { path: 'node_modules/(elysia|@elysiajs)/' },
    },
    {
      name: 'only-adapters-know-databases',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/adapters/', test] },
      to: { path: ['^bun:sqlite$', 'node_modules/(pg|drizzle-orm)/'] },
    },
    {
      name: 'no-test-code-in-production',
      severity: 'error',
      from: { path: '^src/', pathNot: [test, 'write-catalogue\\.ts$'] },
      to: { path: ['^test/', test] },
    },
    {
      name: 'servers-load-everything-at-start',
      comment: 'Only workers, other commands and the PostgreSQL driver are loaded when they are needed.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: [test, '^src/(cli|isolation/child)/', '^src/main\\.ts$', '^src/adapters/open\\.ts$'],
      },
      to: { dynamic: true },
    },
    {
      name: 'nothing-unresolvable',
      severity: 'error',
      from: { path: '^src/' },
      to: { couldNotResolve: true, pathNot: '^bun' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
    builtInModules: { add: ['bun', 'bun:sqlite', 'bun:ffi', 'bun:test'] },
  },
};
