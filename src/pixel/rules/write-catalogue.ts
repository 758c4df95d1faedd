/** Writes docs/pixel-rules.md from the rules. Apart from src, so that no bundle can run it. */

import { root } from '../../../test/support/paths.ts';
import { catalogueMarkdown } from './catalogue.ts';

await Bun.write(`${root}/docs/pixel-rules.md`, catalogueMarkdown());
