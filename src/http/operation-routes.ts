/** Makes routes, and the rows of the API guard, from operations. */
import { Elysia } from 'elysia';
import type { KeyedOperation } from './keyed-routes.ts';
import type { DescribedOperation, Operation } from './operation.ts';

/**
 * The Elysia routes of operations that have a handler.
 * @param parts what the handlers need; without them the routes only describe themselves
 * @param more further hooks of a route
 */
export function operationRoutes<Parts>(
  operations: readonly Operation<Parts>[],
  parts: Parts | undefined,
  more: (operation: Operation<Parts>) => object = () => ({}),
) {
  const app = new Elysia();
  for (const operation of operations) {
    if (!operation.handler) continue;
    // Elysia reads the text of a handler to find out what it uses, so a handler is passed on as it is.
    const handler = parts ? operation.handler(parts) : () => undefined;
    app.route(
      operation.method,
      routePath(operation),
      handler as never,
      { ...validation(operation), ...more(operation) } as never,
    );
  }
  return app;
}

/** The path of the route in Elysia's syntax: `/certificates/:id`. */
export function routePath({ path, routePath = path }: Operation<never>): string {
  return routePath.replace(/\{(\w+)\}/g, ':$1');
}

/** The operations that need a key, as the API guard takes them. */
export function keyedOperations(operations: readonly Operation<never>[]): KeyedOperation[] {
  return operations.flatMap((operation) => {
    const { method, product, anyScope, body, upload } = operation;
    if (!product) return [];
    const needsBody = body !== undefined;
    return [{ path: routePath(operation), method, product, ...(anyScope && { anyScope }), needsBody, upload }];
  });
}

/** The schemas that Elysia validates with. It leaves any other body to the handler. */
function validation({ method, params, query, headers, body }: DescribedOperation): object {
  const schemas = Object.entries({ params, query, headers, body }).filter(
    ([, schema]) => schema && '~standard' in schema,
  );
  return {
    ...Object.fromEntries(schemas),
    ...(method !== 'get' && { parse: body && '~standard' in body ? 'json' : 'none' }),
  };
}
