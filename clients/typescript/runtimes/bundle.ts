import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { User } from './user.ts';

const HERE = import.meta.dir;

export interface BundleOptions {
  format: 'esm' | 'cjs' | 'iife';
  /** Leaves the client to be loaded by the runtime, as the user's own program would. */
  isClientExternal?: boolean;
  platform?: 'node' | 'browser' | 'neutral';
  minify?: boolean;
}

/**
 * Bundles a program of `programs/` for a user. Where the tests import the source, it gets the installed package.
 * @returns the file, in the folder of the user
 */
export async function bundle({ folder }: User, program: string, options: BundleOptions): Promise<string> {
  const { format, isClientExternal = false, platform = 'node', minify = false } = options;
  const extension = format === 'cjs' ? 'cjs' : 'mjs';
  const outfile = join(folder, `${program}.${platform}.${extension}`);
  await build({
    entryPoints: [join(HERE, 'programs', `${program}.ts`)],
    outfile,
    bundle: true,
    format,
    platform,
    minify,
    target: 'es2022',
    logLevel: 'silent',
    external: ['node:*'],
    plugins: [installed(folder, isClientExternal), ...(platform === 'browser' ? [utilOfPage] : [])],
  });
  return outfile;
}

function installed(folder: string, isExternal: boolean): Plugin {
  return {
    name: 'installed',
    setup(context) {
      context.onResolve({ filter: /\/src\/(testing\/)?index\.ts$/ }, ({ kind, path: source }) => {
        const path = source.includes('/testing/') ? '@portside/client/testing' : '@portside/client';
        return isExternal ? { path, external: true } : context.resolve(path, { kind, resolveDir: folder });
      });
    },
  };
}

const utilOfPage: Plugin = {
  name: 'util-of-page',
  setup(context) {
    context.onResolve({ filter: /^node:util$/ }, () => ({ path: join(HERE, 'programs/page-util.ts') }));
  },
};
