/** What a worker process does with a table of codes: spreadsheets export UTF-8, and UTF-16 with a byte order mark. */
import type { TaskGroup, TaskOutput } from '../../domain/isolated-tasks.ts';
import { readCodeTable } from './code-table.ts';

export const codeTableTasks: TaskGroup = {
  tasks: {
    codes({ column }: { column?: string }, [file]: Uint8Array[]): Partial<TaskOutput> {
      const encoding = file![0] === 0xff && file![1] === 0xfe ? 'utf-16le' : 'utf-8';
      return { text: JSON.stringify(readCodeTable(new TextDecoder(encoding).decode(file), column)) };
    },
  },
};
