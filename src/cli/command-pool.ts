import { type CommandPool, openCommandPool } from '../isolation/open-pools.ts';
import type { WorkerPool } from '../isolation/worker-pool.ts';
import { say } from './output.ts';

/** Runs `work` with worker processes for one kind of task, and ends them. */
export async function withCommandPool<T>(group: CommandPool, work: (pool: WorkerPool) => Promise<T>): Promise<T> {
  const pool = openCommandPool(group, say);
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}
