/** How a running server learns what another process changed. The writer announces a change inside its own transaction. */

export type Topic = 'keys' | 'tariff' | 'operator';

export type ChangeListeners = Partial<Record<Topic, () => void | Promise<void>>>;

interface Watch {
  stop(): void;
}

export interface ChangeFeed {
  /**
   * Calls the listener of a topic within a second of a change by any process. Call this before reading what is watched:
   * a change between the read and this call would be missed.
   * @param onFault gets the error of a listener that failed. The listener is called again soon.
   */
  watch(listeners: ChangeListeners, onFault: (error: unknown) => void): Promise<Watch>;
}
