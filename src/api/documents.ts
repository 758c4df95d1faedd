/** The OpenAPI documents as text: v1 as YAML, v2 and v0 as JSON. */
import { stringify } from 'yaml';
import { describeV0 } from './v0/document.ts';
import { describeV1 } from './v1/document.ts';
import { describeV2 } from './v2/document.ts';

/** YAML that means the same in versions 1.1 and 1.2: values such as dates are quoted. */
export async function v1Yaml(contact: string): Promise<string> {
  return stringify(await describeV1(contact), { version: '1.1', aliasDuplicateObjects: false, lineWidth: 120 });
}

export function v2Json(contact: string): string {
  return JSON.stringify(describeV2(contact), null, 2);
}

export function v0Json(contact: string): string {
  return JSON.stringify(describeV0(contact), null, 2);
}
