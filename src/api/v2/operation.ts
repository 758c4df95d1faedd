/** What the operations of v2 have in common. They need a key, and the API guard of `http` checks every request as it does for v1. */
import type { TSchema } from 'typebox';
import type { Product } from '../../domain/key.ts';
import type { OperationText } from '../../http/openapi/operation.ts';

/** An operation as `document.ts` describes it. The route validates with the same schema. */
export interface V2Operation {
  path: string;
  /** The scope that a key needs, and the product that the request counts for. */
  product: Product;
  body: TSchema;
  text: OperationText;
}
