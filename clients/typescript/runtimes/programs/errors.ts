/** Prints what a program sees of each error class, to be minified. */
import { inspect } from 'node:util';
import * as client from '../../src/index.ts';

const refusal = {
  status: 400,
  code: undefined,
  message: 'm',
  contact: undefined,
  details: [],
  requestId: undefined,
  rateLimit: {},
  retryAfter: undefined,
  retryable: false,
};

// biome-ignore lint/suspicious/noExplicitAny: each class has its own arguments
function make(Class: any): Error {
  if (Class === client.IncompleteError) return new Class([], [], new Error('cause'));
  if (Class === client.JobError) return new Class('job_1', 'failed', null);
  return Class === client.ApiError || Class.prototype instanceof client.ApiError ? new Class(refusal) : new Class('m');
}

const seen = Object.entries(client)
  .filter(([, value]) => (value as { prototype?: object }).prototype instanceof Error)
  .map(([exported, Class]) => {
    const error = make(Class);
    return {
      exported,
      classIsNamed: (Class as { name: string }).name,
      name: error.name,
      printed: inspect(error).split('\n')[0],
      text: String(error),
      isIt: error instanceof (Class as unknown as typeof Error),
      isOurs: error instanceof client.PortsideError,
    };
  });

let thrown: unknown;
try {
  new client.Portside({ apiKey: 'svc_mistyped' });
} catch (error) {
  thrown = error;
}
process.stdout.write(JSON.stringify({ seen, thrownIsApiKeyError: thrown instanceof client.ApiKeyError }));
