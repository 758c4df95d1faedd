/** Writes docs/pixel-rules.md from the rules. A program of its own, so that importing the catalogue never writes a file. */

import { root } from '../../../test/support/paths.ts';
import { catalogueMarkdown } from './catalogue.ts';

await Bun.write(`${root}/docs/pixel-rules.md`, catalogueMarkdown());
