/** The request without texts that state nothing: the registry would keep `N/A` as the lot, and `On file` as the street. */
import type { GccRequest } from '../../domain/certificate.ts';
import { placeholderMeaning } from '../issue/placeholder.ts';

/** Fields that are not filed as texts, or whose citations are looked up. */
const NOT_TEXTS = ['cpsc_rules_cited', 'exclusions', 'rules', 'attestation', 'certifier', 'address'];

export interface FiledRequest {
  /** As `request`, but a field that states nothing is absent, also one that every request has. */
  request: GccRequest;
  /** JSON pointers of what was taken out. */
  placeholders: string[];
}

export function filedRequest(request: GccRequest): FiledRequest {
  const placeholders: string[] = [];
  const cleaned = (value: unknown, path: string): unknown => {
    if (typeof value === 'string') {
      if (placeholderMeaning(value) === undefined) return value;
      placeholders.push(path);
      return undefined;
    }
    if (Array.isArray(value)) return value.map((each, index) => cleaned(each, `${path}/${index}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        NOT_TEXTS.includes(name) ? inner : cleaned(inner, `${path}/${name}`),
      ]),
    );
  };
  return { request: cleaned(request, '') as GccRequest, placeholders };
}
