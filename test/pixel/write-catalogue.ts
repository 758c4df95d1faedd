/** Writes docs/pixel-rules.md from the rules. Apart from src, so that no bundle can run it. */

import { catalogueMarkdown } from '../../src/pixel/rules/catalogue.ts';

await Bun.write(`${import.meta.dir}/../../docs/pixel-rules.md`, catalogueMarkdown());
