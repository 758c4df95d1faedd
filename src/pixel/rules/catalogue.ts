/** The catalogue as a page. `bun src/pixel/rules/write-catalogue.ts` writes docs/pixel-rules.md; a test fails when it is stale. */

import { CATEGORIES, catalogue } from './index.ts';

const TITLES = {
  double_counting: 'Double counting',
  legacy_install: 'Legacy installs',
  dead_code: 'Dead code',
  checkout_surface: 'Checkout',
  privacy_security: 'Privacy and security',
  config_error: 'Configuration errors',
  inventory: 'Inventory',
} as const;

export function catalogueMarkdown(): string {
  const rules = catalogue();
  const lines = [
    '# Pixel rules',
    '',
    'Generated from the rule objects in `src/pixel/rules/` by `bun src/pixel/rules/write-catalogue.ts`; do not edit by hand.',
    '',
    'The score is 100 less what each category deducts: `cap × (1 − e^(−sum / cap))`, where a rule adds its weight, and a quarter',
    'of it for each further id, up to one and a half. Any error keeps the score at 79 or below; any deduction, at 99.',
    '',
  ];
  for (const category of CATEGORIES) {
    lines.push(`## ${TITLES[category]}`, '');
    for (const rule of rules.filter((candidate) => candidate.category === category)) {
      const weight = rule.weight > 0 ? `, weight ${rule.weight}` : '';
      lines.push(`### \`${rule.id}\``, '', `*${rule.severity}${weight}.* ${rule.what}`, '', `- Why: ${rule.why}`);
      lines.push(`- Remedy: ${rule.remedy}`, `- Source: ${rule.source}`, '');
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}
