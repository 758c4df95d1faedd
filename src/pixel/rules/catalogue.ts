/** The catalogue as Markdown. `write-catalogue.ts` writes it to docs/pixel-rules.md. A test fails if that file is stale. */

import { CATEGORY_NAMES } from './category-names.ts';
import { CATEGORIES, catalogue } from './index.ts';

export function catalogueMarkdown(): string {
  const rules = catalogue();
  const lines = [
    '# Pixel rules',
    '',
    'Generated from the rule objects in `src/pixel/rules/` by `bun src/pixel/rules/write-catalogue.ts`; do not edit by hand.',
    '',
    'The score is 100 minus the deduction of each category, `cap × (1 − e^(−sum / cap))`. A rule adds its weight to the sum, and a',
    'quarter of it for each further id, up to one and a half times its weight. Any error keeps the score at 79 or below. Any',
    'deduction keeps it at 99 or below. A finding of severity info costs nothing, whatever the weight of its rule.',
    'What was not read, and a page that is not Shopify’s, keep it at 89 or below. A page that was not judged has no score. Of several',
    'findings on one snippet, app block, container tag or pixel only the gravest counts; the others are info.',
    '',
  ];
  for (const category of CATEGORIES) {
    lines.push(`## ${CATEGORY_NAMES[category]}`, '');
    for (const rule of rules.filter((candidate) => candidate.category === category)) {
      const weight = rule.weight > 0 ? `, weight ${rule.weight}` : '';
      lines.push(`### \`${rule.id}\``, '', `*${rule.severity}${weight}.* ${rule.what}`, '', `- Why: ${rule.why}`);
      lines.push(`- Remedy: ${rule.remedy}`, `- Source: ${rule.source}`, '');
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
