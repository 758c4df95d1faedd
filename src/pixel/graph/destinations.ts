/** Where events arrive. Ids that answer to one Google tag are one destination, as far as the payload of the tag was read. */

import type { Destination } from '../../domain/scan-report.ts';
import type { AliasFact } from '../tags/facts.ts';
import { vendorOf } from '../tags/library.ts';

const DESTINATIONS_MAX = 200;
/** Destinations of one tag. A payload names one or two. */
const PER_TAG_MAX = 10;

export class Destinations {
  readonly list: Destination[] = [];
  readonly #index = new Map<string, number>();
  readonly #tags = new Map<string, { ids: readonly string[]; aliases: readonly string[] }>();

  constructor(aliases: readonly AliasFact[]) {
    for (const { id, aliases: others, destinations } of aliases) {
      const names = [id, ...others].slice(0, PER_TAG_MAX);
      const ids = destinations.length > 0 ? destinations.slice(0, PER_TAG_MAX) : [mainOf(names)];
      for (const name of names) if (!this.#tags.has(name)) this.#tags.set(name, { ids, aliases: names });
    }
  }

  /** Whether the payload of a Google tag was read, so that it is known where its hits go. */
  isResolved(id: string): boolean {
    return this.#tags.has(id);
  }

  /** Indexes of the destinations that get what is sent to a Google id. Empty if there are too many destinations. */
  ofGoogle(id: string): number[] {
    const tag = this.#tags.get(id);
    if (!tag) return this.#add(vendorOf(id) ?? (id.startsWith('DC-') ? 'floodlight' : 'google_tag'), id, []);
    return tag.ids.flatMap((target) => {
      // An alias names the tag, not one of several destinations of it.
      const aliases = tag.ids.length === 1 ? tag.aliases.filter((alias) => alias !== target) : [];
      return this.#add(vendorOf(target) ?? 'google_tag', target, aliases);
    });
  }

  of(vendor: string, id: string): number[] {
    return this.#add(vendor, id, []);
  }

  #add(vendor: string, id: string, aliases: readonly string[]): number[] {
    const key = `${vendor} ${id}`;
    const known = this.#index.get(key);
    if (known !== undefined) return [known];
    if (this.list.length >= DESTINATIONS_MAX) return [];
    this.#index.set(key, this.list.length);
    this.list.push({ vendor, id, aliases: [...aliases] });
    return [this.list.length - 1];
  }
}

/** Of several names of one tag, the one that reports show. */
function mainOf(names: readonly string[]): string {
  return names.find((name) => name.startsWith('G-')) ?? names.find((name) => !name.startsWith('GT-')) ?? names[0]!;
}
