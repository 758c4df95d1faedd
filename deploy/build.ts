/**
 * Compiles the program, or another entry file, into one executable:
 *   bun deploy/build.ts --outfile FILE [--entry src/main.ts] [--target bun-linux-arm64] [--metafile FILE]
 * It is a program and not a command line because of HarfBuzz: its module opens `harfbuzz.wasm` beside itself, where there is no
 * file in an executable, and only a plugin can hand it the embedded bytes.
 */
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { BuildConfig, BunPlugin } from 'bun';
import { compileTariff } from '../src/tariff/compile-tariff.ts';
import { embeddedTariff } from '../src/tariff/embedded.ts';
import { withEmbeddedCode } from './embed-harfbuzz.ts';

const ROOT = join(import.meta.dir, '..');

/** Embeds HarfBuzz's code. From source nothing is changed. */
const embedHarfBuzz: BunPlugin = {
  name: 'embed harfbuzz.wasm',
  setup(build) {
    build.onLoad({ filter: /[\\/]harfbuzzjs[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => ({
      contents: withEmbeddedCode(await Bun.file(path).text()),
      loader: 'js',
    }));
  },
};

/** What the program answers from at its start, compiled from the lists of this source. From source the lists are compiled at run time. */
const embedCompiledTariff: BunPlugin = {
  name: 'embed the compiled tariff',
  async setup(build) {
    const file = join(ROOT, '.cache/build/compiled-tariff.bin');
    await Bun.write(file, compileTariff(embeddedTariff()));
    build.onLoad({ filter: /[\\/]src[\\/]tariff[\\/]compiled-file\.ts$/ }, ({ path }) => ({
      contents: `import file from ${JSON.stringify(relative(dirname(path), file))} with { type: 'file' };
export const compiledTariffFile = file;`,
      loader: 'js',
    }));
  },
};

const { values } = parseArgs({
  options: {
    entry: { type: 'string', default: 'src/main.ts' },
    outfile: { type: 'string' },
    target: { type: 'string' },
    metafile: { type: 'string' },
  },
});
if (!values.outfile) throw new Error('Name the executable to write: --outfile FILE');

const config: BuildConfig = {
  entrypoints: [join(ROOT, values.entry)],
  root: ROOT,
  plugins: [embedHarfBuzz, embedCompiledTariff],
  splitting: true,
  minify: true,
  bytecode: true,
  format: 'esm',
  // As on the command line. The names are in stack traces.
  naming: { chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  metafile: Boolean(values.metafile),
  define: {
    'process.env.NODE_ENV': '"production"',
    // The bundler would write the folder's path into CommonJS packages, and two builds would differ.
    __dirname: '"/"',
    __filename: '"/portside"',
  },
  compile: {
    outfile: values.outfile,
    // The folder in which an operator starts the program may hold anyone's files.
    autoloadDotenv: false,
    autoloadBunfig: false,
    ...(values.target && { target: values.target as Bun.Build.CompileTarget }),
  },
};

const { success, logs, metafile } = await Bun.build(config);
for (const log of logs) process.stderr.write(`${log}\n`);
if (!success) process.exit(1);
if (values.metafile) await Bun.write(values.metafile, JSON.stringify(metafile));
