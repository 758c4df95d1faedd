import type { Category } from './rule.ts';

/** What people call the categories of findings. */
export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  double_counting: 'Double counting',
  legacy_install: 'Legacy installs',
  dead_code: 'Dead code',
  checkout_surface: 'Checkout',
  privacy_security: 'Privacy and security',
  config_error: 'Configuration errors',
  inventory: 'Inventory',
};

const NAMES = new Map<string, string>(Object.entries(CATEGORY_NAMES));

/** The name of a category of a report. A report of a later version may have others. */
export function categoryName(category: string): string {
  return NAMES.get(category) ?? category.replaceAll('_', ' ');
}
