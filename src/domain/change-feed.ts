/** How running servers learn what another process did to shared state. Writers announce inside their own transaction. */

export type Topic = 'keys' | 'tariff' | 'operator';

interface Watch {
  stop(): void;
}

export interface ChangeFeed {
  /**
   * Calls a topic's listener within a second of a change that any process made. A look or a listener that fails is tried
   * again; `onFault` hears of the listener. Watch before reading what is watched, or a change in between is missed.
   */
  watch(
    listeners: Partial<Record<Topic, () => void | Promise<void>>>,
    onFault: (error: unknown) => void,
  ): Promise<Watch>;
}
