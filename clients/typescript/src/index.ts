export * from './client.ts';
export * from './errors.ts';
export type { Meta, RateLimit, RateWindow, TariffList } from './meta.ts';
export type { CallOptions, Clock, Fetch, Patience } from './transport.ts';
export type * from './types.ts';
