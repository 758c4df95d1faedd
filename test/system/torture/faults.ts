/** All faults, in the order of the table. */
import { fullDisk, readOnlyDisk } from './disk.ts';
import { outboundGuard } from './guard.ts';
import { killed } from './kill.ts';
import { locked } from './locked.ts';
import { malformed } from './malformed.ts';
import { idleConnections, slowReaders, slowRequests } from './slow.ts';
import { soak } from './soak.ts';
import { clocks, fuzz, statements, storefrontScripts } from './suites.ts';
import type { Fault } from './trial.ts';
import { hostileStorefronts } from './upstream.ts';

export const FAULTS: Fault[] = [
  killed(1),
  killed(2),
  fullDisk,
  readOnlyDisk,
  locked,
  statements,
  clocks,
  hostileStorefronts,
  storefrontScripts,
  outboundGuard,
  malformed,
  slowRequests,
  idleConnections,
  slowReaders,
  fuzz,
  soak,
];
