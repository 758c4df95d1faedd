/** What the script of a container says about its own id, its other ids, and the ids that get its hits. */
import type { Effort } from '../../domain/effort.ts';
import { type LiteralObject, textOf } from '../javascript/literal.ts';

export interface Identity {
  id?: string;
  /** The number of the container, which its templates have in their names. */
  number?: string;
  /** Ids that answer to the same tag, without `id`. */
  aliases: readonly string[];
  /** Ids that get its hits. */
  destinations: readonly string[];
  /** Name of the data layer, if the file names one. */
  dataLayer?: string;
}

const ID = /^(?:GTM|GT|G|AW|DC|UA|MC)-[\w-]{4,20}$/;
const LIST_CHARS_MAX = 2000;
/** The object is near its key in every file. */
const OBJECT_CHARS_MAX = 1000;

/** Keys of the newest files. */
const BLOB = { id: '5', number: '6', destinations: '9', aliases: '10', dataLayer: '19' };

/**
 * Reads the three ways in which files name themselves: `data.blob`, the object `{ctid: "…", …}` of the library, and the same object
 * with calls such as `f(10, "A|B")`. The short keys change with each build, so only `ctid` and the shape of the values count: the
 * first list that begins with the id has the aliases, and the second has the destinations.
 * @param library the script behind the settings. Ids in the settings are not its own.
 */
export function identityOf(library: string, blob: LiteralObject | undefined, effort: Effort): Identity {
  effort.done += library.length;
  const fromBlob = idsIn(textOf(blob, BLOB.id) ?? '')[0];
  if (fromBlob !== undefined) {
    return {
      id: fromBlob,
      number: textOf(blob, BLOB.number),
      aliases: idsIn(textOf(blob, BLOB.aliases) ?? '').filter((id) => id !== fromBlob),
      destinations: idsIn(textOf(blob, BLOB.destinations) ?? ''),
      dataLayer: textOf(blob, BLOB.dataLayer),
    };
  }
  return fromLibrary(library) ?? { aliases: [], destinations: [] };
}

function fromLibrary(library: string): Identity | undefined {
  for (let at = library.indexOf('ctid'); at >= 0; at = library.indexOf('ctid', at + 1)) {
    if (!/^["']?\s*:/.test(library.slice(at + 4, at + 12))) continue;
    const object = library.slice(at, at + OBJECT_CHARS_MAX).split('}')[0]!;
    const lists: string[][] = [];
    let number: string | undefined;
    // Every second part is between quotes.
    for (const [i, text] of object.split(/["']/).entries()) {
      if (i % 2 === 0) continue;
      const ids = idsIn(text);
      if (ids.length > 0) lists.push(ids);
      else if (/^\d{5,}$/.test(text)) number ??= text;
    }
    const id = lists[0]?.[0];
    if (id === undefined) continue;
    const [, aliases = [], destinations = []] = lists;
    return { id, number, aliases: aliases.filter((other) => other !== id), destinations };
  }
  return undefined;
}

/** The ids of a list such as `G-ABC123|GT-DEF456`. Empty if one part is not an id. */
function idsIn(list: string): string[] {
  if (list.length > LIST_CHARS_MAX) return [];
  const ids = list.split('|').filter((part) => part !== '');
  return ids.every((id) => ID.test(id)) ? [...new Set(ids)] : [];
}
