/** What the operations of v2 have in common. They need a key, and the API guard of `http` checks every request as it does for v1. */
import type { TSchema } from 'typebox';
import type { Product } from '../../domain/key.ts';
import type { Upload } from '../../http/keyed-routes.ts';
import type { OperationText } from '../../http/openapi/operation.ts';

/** An operation as `document.ts` describes it. The route validates with the same schemas. */
export interface V2Operation {
  /** In the spelling of OpenAPI: `/certificates/{id}`. */
  path: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** The scope that a key needs, and the product that the request counts for. */
  product: Product;
  /** A key of any scope may ask; `product` is what the request of a key for all counts for. */
  anyScope?: true;
  params?: TSchema;
  query?: TSchema;
  /** Request headers that the handler reads. */
  headers?: TSchema;
  /** Absent if no body needs to be sent. */
  body?: TSchema;
  /** Set if files can be sent in place of JSON. */
  upload?: Upload;
  text: OperationText;
}
