/** What a server is started with, and what the later parts of its wiring take from the first. */
import type { AskLimits } from './api/v0/shared-address-limits.ts';
import type { Config } from './config.ts';
import type { Clock } from './domain/clock.ts';
import type { Product } from './domain/key.ts';
import type { Log } from './domain/log.ts';
import type { Network } from './domain/network.ts';
import type { LoggedRequest, requestLogLimits } from './domain/request-log.ts';
import type { Storage } from './domain/storage.ts';
import type { DocumentSigner } from './entry/sign/document-signer.ts';
import type { ClientAddress } from './http/client-address.ts';
import type { DirectOperation } from './http/direct-route.ts';
import type { ListenAddress } from './http/listen-address.ts';
import type { MetricsReaders } from './http/metrics/metrics-route.ts';
import type { RequestMetrics } from './http/metrics/request-metrics.ts';
import type { ApiGuardParts } from './http/request-checks.ts';
import type { KeyCache } from './keys/key-cache.ts';
import type { KeyIssuer } from './keys/key-issuer.ts';
import type { BatchingLimiter } from './limits/batching-limiter.ts';
import type { CommitMetrics } from './limits/commit-metrics.ts';
import type { ForeignUseTally } from './limits/foreign-use-tally.ts';
import type { LossyWriter } from './limits/lossy-writer.ts';
import type { Tariff } from './tariff/tariff.ts';
import type { TariffStore } from './tariff/tariff-store.ts';

export interface AppParts {
  config: Config;
  storage: Storage;
  clock: Clock;
  log: Log;
  network?: Network;
  /** The number of this process, if several share the port. Without it a second copy fails instead of taking half the traffic. */
  worker?: number;
  /** Asks the process that counts for all workers. Absent if there is one process. */
  askLimits?: AskLimits;
}

/** What the later parts of the wiring take from the first. */
export interface Core extends Required<Pick<AppParts, 'config' | 'storage' | 'clock' | 'log' | 'network'>> {
  worker: number | undefined;
  askLimits: AskLimits | undefined;
  /** If the operator configured one. */
  signer: DocumentSigner | undefined;
  /** Known once the server listens. */
  address(): string;
  socketAddress(request: Request): string;
  clientOf(request: Request): ClientAddress;
  pendingRequests(): number;
  adminAddress: ListenAddress | undefined;
  metricsReaders: MetricsReaders | 'anyone';
  adminHealth: readonly DirectOperation[];
  publicHealth: readonly DirectOperation[];
  guardParts: ApiGuardParts;
  /** Product by route. Whoever opens further routes adds them. */
  products: Map<string, Product>;
  requestMetrics: RequestMetrics;
  requestLog: LossyWriter<LoggedRequest> | undefined;
  logLimits: ReturnType<typeof requestLogLimits>;
  keyIssuer: KeyIssuer;
  keyCache: KeyCache;
  commits: CommitMetrics;
  limiter: BatchingLimiter;
  foreignUses: ForeignUseTally;
  tariffStore: TariffStore;
  tariff: Tariff;
}
