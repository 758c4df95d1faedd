/** The structure tree (ISO 32000-1, 14.7): the role and order of all content, for screen readers. */
import type { Reference } from './reference.ts';

export interface TagAttributes {
  /** BCP 47 language tag. */
  lang?: string;
  alt?: string;
  /** The text in reading order, if it differs from the drawing order. */
  actualText?: string;
  /** PDF attribute dictionary: table scope, bounding box. */
  attributes?: Record<string, unknown>;
}

/**
 * An element of the tree. Its kids are elements, marked content, given as page index and mark number on that page, or
 * annotations, given as page index and dictionary.
 */
export interface Tag {
  type: string;
  attributes: TagAttributes;
  kids: (Tag | { page: number; mark: number } | { page: number; annotation: Record<string, unknown> })[];
}

export function tag(type: string, attributes: TagAttributes = {}): Tag {
  return { type, attributes, kids: [] };
}

/** Adds a new element of `type` at the end of `parent`. */
export function child(parent: Tag, type: string, attributes: TagAttributes = {}): Tag {
  const made = tag(type, attributes);
  parent.kids.push(made);
  return made;
}

/**
 * Writes the tree below `root` with its annotations, and the parent tree that maps each page's marks and each annotation to
 * their elements.
 * @param refer creates an indirect object
 * @returns the structure tree root, for the document catalogue
 */
export function writeTags(
  refer: (data: Record<string, unknown>) => Reference,
  root: Tag,
  pages: readonly Reference[],
): Reference {
  const parents: Reference[][] = pages.map(() => []);
  const annotated: Reference[] = [];
  const treeRoot = refer({ Type: 'StructTreeRoot' });

  const write = (element: Tag, parent: Reference): Reference => {
    const { lang, alt, actualText, attributes } = element.attributes;
    const reference = refer({
      Type: 'StructElem',
      S: element.type,
      P: parent,
      Lang: lang && new String(lang),
      Alt: alt && new String(alt),
      ActualText: actualText && new String(actualText),
      A: attributes,
    });
    const home = element.kids.find((kid) => 'mark' in kid)?.page;
    if (home !== undefined) reference.data.Pg = pages[home];
    reference.data.K = element.kids.map((kid) => {
      if ('type' in kid) return write(kid, reference);
      if ('annotation' in kid) {
        const annotation = refer({ ...kid.annotation, StructParent: pages.length + annotated.length });
        annotated.push(reference);
        annotation.end();
        const page = pages[kid.page]!;
        page.data.Annots = [...((page.data.Annots as Reference[] | undefined) ?? []), annotation];
        return { Type: 'OBJR', Pg: page, Obj: annotation };
      }
      parents[kid.page]![kid.mark] = reference;
      return kid.page === home ? kid.mark : { Type: 'MCR', Pg: pages[kid.page], MCID: kid.mark };
    });
    reference.end();
    return reference;
  };

  treeRoot.data.K = [write(root, treeRoot)];
  const entries = [...parents, ...annotated];
  treeRoot.data.ParentTree = { Nums: entries.flatMap((entry, key) => [key, entry]) };
  treeRoot.data.ParentTreeNextKey = entries.length;
  return treeRoot;
}
