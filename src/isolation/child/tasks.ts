/** The tasks of the worker processes, one group for each pool. A process imports the code of its group alone. */
import type { TaskTable } from './run-worker.ts';

export const TASKS: TaskTable = {
  pixel: async () => (await import('../../pixel/worker-tasks.ts')).pixelTasks,
  entry: async () => (await import('../../entry/worker-tasks.ts')).entryTasks,
  // For a command, which draws one certificate and has no time to warm up in.
  'entry-once': async () => ({ tasks: (await import('../../entry/worker-tasks.ts')).entryTasks.tasks }),
  'pdf-file': async () => (await import('../../entry/verify/worker-tasks.ts')).pdfFileTasks,
  'citation-codes': async () => (await import('../../entry/registry/worker-tasks.ts')).codeTableTasks,
  duties: async () => (await import('../../tariff/duties/worker-tasks.ts')).dutyTasks,
  spreadsheet: async () => (await import('../../spreadsheet/worker-tasks.ts')).spreadsheetTasks,
  'tariff-audit': async () => (await import('../../tariff/audit/worker-tasks.ts')).auditTasks,
  tariff: async () => (await import('../../tariff/worker-tasks.ts')).tariffTasks,
};
