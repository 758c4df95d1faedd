/** Both documents as they are served: v1 as YAML, v0 as JSON. Made when first asked for. */
import { describeV0 } from './v0/document.ts';
import { describeV1 } from './v1/document.ts';

/** YAML that readers of version 1.1 and of 1.2 understand alike: dates and the like are quoted. */
export async function v1Yaml(contact: string): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(await describeV1(contact), { version: '1.1', aliasDuplicateObjects: false, lineWidth: 120 });
}

export function v0Json(contact: string): string {
  return JSON.stringify(describeV0(contact), null, 2);
}
