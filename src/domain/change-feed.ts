/** How a running server learns what another process changed. The writer announces a change inside its own transaction. */

export type Topic = 'keys' | 'tariff';

export type ChangeListener = () => void | Promise<void>;

export interface ChangeWatch {
  /** Calls the listener of a topic within a second of a change by any process since the watch began. A topic has one listener. */
  on(topic: Topic, listener: ChangeListener): void;
  stop(): void;
}

export interface ChangeFeed {
  /**
   * Begins to watch. Call this before reading what is watched: a change between the read and this call would be missed.
   * @param onFault gets the error of a listener that failed. The listener is called again soon.
   */
  watch(onFault: (error: unknown) => void): Promise<ChangeWatch>;
}
