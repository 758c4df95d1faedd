/** A fake Portside for the tests of programs that use the client. */
export type { FakeAnswer } from './answer.ts';
export { caseNames } from './cases.ts';
export { API_KEY, type FakeOperation, FakePortside, type FakeRequest } from './fake.ts';
