/**
 * The first argument decides what this process is: a worker process, which must start in milliseconds and loads only its own
 * code, or a command. So nothing else is imported here.
 */
import { WORKER_ARGUMENT } from './isolation/worker-command.ts';

const [first, ...rest] = process.argv.slice(2);

if (first === WORKER_ARGUMENT) {
  const [{ runWorker }, { TASKS }] = await Promise.all([
    import('./isolation/child/run-worker.ts'),
    import('./isolation/child/tasks.ts'),
  ]);
  await runWorker(TASKS, rest);
} else {
  const { runProgram } = await import('./cli/program.ts');
  await runProgram(process.argv.slice(2));
}
