/** What every page of `/docs` is made of. `layout.tsx` draws the frame around it. */
import type { ComponentChildren } from 'preact';

export const SECTIONS = ['Guides', 'API v1', 'API v2', 'API v0', 'Manual'] as const;
export type Section = (typeof SECTIONS)[number];

export interface DocsPage {
  /** Such as `/docs/guides/getting-started`. */
  path: string;
  /** Absent for the first page and the search page, which are in no list. */
  section?: Section;
  title: string;
  /** One sentence, for lists and search engines. */
  summary: string;
  /** The parts that a search finds and a link can name. */
  headings: readonly { id: string; text: string }[];
  body: ComponentChildren;
}
