/** The trie beside other ways to the same answers. `trie.ts` interleaves within one call, so that each round here is a call. */
import { join } from 'node:path';
import type { Bench, Contender, Rig } from './bench.ts';

/** What `trie.ts` exports. */
interface TrieBench {
  run(): Promise<{ listings: number; codes: number; rows: { name: string; codesPerSecond: number }[] }>;
}

export const trie: Bench = {
  name: 'trie',
  needs: [],
  async prepare(_pace, say): Promise<Rig> {
    const path = join(import.meta.dir, 'trie.ts');
    if (!(await Bun.file(path).exists())) return { tables: [], skipped: ['trie: trie.ts is not here'], close };
    const { run } = (await import(path)) as TrieBench;
    say('trie: warming up');
    let latest = await run();
    const contenders = latest.rows.map(({ name }, i): Contender => {
      return {
        name,
        async measure() {
          if (i === 0) latest = await run();
          const rate = latest.rows[i]!.codesPerSecond;
          return { codes_per_second: rate, ns: 1e9 / rate };
        },
      };
    });
    const metrics = [
      { name: 'codes_per_second', title: 'codes/s', ratio: true },
      { name: 'ns', title: 'ns/code' },
    ];
    const title = `Trie: ${latest.codes} codes in ${latest.listings} listings, one thread, no HTTP`;
    return { tables: [{ name: 'trie', title, metrics, contenders }], skipped: [], close };
  },
};

async function close(): Promise<void> {}
