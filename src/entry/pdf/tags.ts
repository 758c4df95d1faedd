/** The structure tree (ISO 32000-1, 14.7): the role and order of all content, for screen readers. */
import { type PdfFile, pdfText } from './pdf-file.ts';

export interface TagAttributes {
  /** BCP 47 language tag. */
  lang?: string;
  alt?: string;
  /** The text in reading order, if it differs from the drawing order. */
  actualText?: string;
  /** PDF attribute dictionary: table scope, bounding box. */
  attributes?: string;
}

/**
 * An element of the tree. Its kids are elements, marked content, given as page index and mark number on that page, or
 * annotations, given as page index and the entries of their dictionary.
 */
export interface Tag {
  type: string;
  attributes: TagAttributes;
  kids: (Tag | { page: number; mark: number } | { page: number; annotation: string })[];
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

/** Where the tree was written. */
export interface WrittenTags {
  /** The object of its root. */
  root: number;
  /** The objects of the annotations, by page. */
  annotations: number[][];
}

/**
 * Writes the tree below `root` with its annotations, and the parent tree that maps each page's marks and each annotation to
 * their elements.
 * @param pages the objects of the pages
 */
export function writeTags(file: PdfFile, root: Tag, pages: readonly number[]): WrittenTags {
  /** Elements by page and mark. */
  const parents: number[][] = pages.map(() => []);
  const annotations: number[][] = pages.map(() => []);
  const annotated: number[] = [];
  const treeRoot = file.reserve();

  const write = ({ type, attributes, kids }: Tag, parent: number): number => {
    const element = file.reserve();
    const home = kids.find((kid) => 'mark' in kid)?.page;
    let written = '';
    for (const kid of kids) {
      if ('type' in kid) written += ` ${write(kid, element)} 0 R`;
      else if ('annotation' in kid) {
        const annotation = file.add(`<<${kid.annotation}\n/StructParent ${pages.length + annotated.length}\n>>`);
        annotated.push(element);
        annotations[kid.page]!.push(annotation);
        written += ` <</Type /OBJR /Pg ${pages[kid.page]} 0 R /Obj ${annotation} 0 R>>`;
      } else {
        parents[kid.page]![kid.mark] = element;
        written += kid.page === home ? ` ${kid.mark}` : ` <</Type /MCR /Pg ${pages[kid.page]} 0 R /MCID ${kid.mark}>>`;
      }
    }
    let entries = `/Type /StructElem\n/S /${type}\n/P ${parent} 0 R`;
    if (home !== undefined) entries += `\n/Pg ${pages[home]} 0 R`;
    if (attributes.lang) entries += `\n/Lang ${pdfText(attributes.lang)}`;
    if (attributes.alt) entries += `\n/Alt ${pdfText(attributes.alt)}`;
    if (attributes.actualText) entries += `\n/ActualText ${pdfText(attributes.actualText)}`;
    if (attributes.attributes) entries += `\n/A ${attributes.attributes}`;
    file.write(element, `<<\n${entries}\n/K [${written.slice(1)}]\n>>`);
    return element;
  };

  const top = write(root, treeRoot);
  const ofPages = parents.map((elements, page) => `${page} [${elements.map((element) => `${element} 0 R`).join(' ')}]`);
  const ofAnnotations = annotated.map((element, index) => `${pages.length + index} ${element} 0 R`);
  file.write(
    treeRoot,
    `<<
/Type /StructTreeRoot
/K [${top} 0 R]
/ParentTree <<
/Nums [${[...ofPages, ...ofAnnotations].join(' ')}]
>>
/ParentTreeNextKey ${pages.length + annotated.length}
>>`,
  );
  return { root: treeRoot, annotations };
}
