import { REQUIRED } from '../src/generated/required.ts';
import type { OperationId } from '../src/operations.ts';

/** A scripted answer with every field that the client asks for; those that are not given are null. */
export function filled<Body extends object>(operation: OperationId, body: Body): Body {
  const names = REQUIRED[operation]?.split(' ') ?? [];
  return { ...Object.fromEntries(names.map((name) => [name, null])), ...body };
}
