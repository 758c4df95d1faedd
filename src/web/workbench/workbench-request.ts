/** A request as the handlers of pages get it, after the guard has checked it. */
import { covers, type Product } from '../../domain/key.ts';
import type { WorkbenchSession } from '../../domain/workbench-session-store.ts';
import type { Client } from '../../http/browser/client.ts';
import type { SentFile } from '../../http/browser/file-form.ts';
import { csrfToken } from '../../http/browser/session-token.ts';
import type { Caller } from '../../keys/key-cache.ts';
import type { Ask } from './ask/ask.ts';

/** Who is signed in. */
export interface SignedIn {
  session: WorkbenchSession;
  caller: Caller;
}

export interface WorkbenchRequest {
  request: Request;
  url: URL;
  client: Client;
  /** `X-Request-Id` of the answer. */
  id: string;
  /** The browser's token: its session when `signedIn` is set, otherwise only what the sign-in form is tied to. */
  token: string;
  signedIn?: SignedIn;
  /** Parameters of the path, by the names of the route. */
  params: Record<string, string | undefined>;
  /** Whether htmx asks for a part of a page, and not a browser for the whole. */
  isFragment: boolean;
  /** The fields of the form; empty for GET. */
  form: URLSearchParams;
  /** The file of the form, if the route takes one and one was chosen. */
  file?: SentFile;
}

/** What handlers of pages get that need a session: all but the sign-in. */
export interface SignedInRequest extends WorkbenchRequest {
  signedIn: SignedIn;
  /** Asks the API as the key of the session. */
  ask: Ask;
}

/** The token that every form of this session carries. */
export function csrfTokenOf({ token }: WorkbenchRequest): string {
  return csrfToken(token);
}

/** Whether the key is for this product. Views leave out what would be refused. */
export function covered({ signedIn }: WorkbenchRequest, product: Product): boolean {
  return signedIn !== undefined && covers(signedIn.caller.scope, product);
}
