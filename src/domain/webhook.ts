/** Sends a request to an address that a stranger named. Implemented by the outbound guard of scans. */
export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What came of an attempt. An answer has a status, whatever it is; redirects are not followed. */
export type WebhookAnswer =
  | { status: number; retryAfterMs?: number }
  /** Nothing was answered. A sentence for the owner, without anything that would help to explore a network. */
  | { error: string };

export interface WebhookPost {
  /** @throws PortsideError `invalid_request` with the reason at `/webhook/url`: not https, or it leads to an address that is not public */
  check(url: string): Promise<void>;
  /** Checks the address again, and sends. Never throws. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}
