import { describe, expect, test } from 'bun:test';
import { documentCases } from '../../../test/support/document-cases.ts';
import { InlineTasks } from '../../../test/support/inline-tasks.ts';
import { TaskFault, TaskOverrun } from '../../domain/isolated-tasks.ts';
import type { WorkCost } from '../../domain/resource-cost.ts';
import { sha256Hex } from '../../domain/sha256.ts';
import { entryTasks } from '../worker-tasks.ts';
import { renderCertificate } from './render-certificate.ts';
import { CertificateRenderer } from './renderer.ts';

const { certificate, recordJson } = documentCases()[0]!;

function setUp() {
  const tasks = new InlineTasks(entryTasks);
  const costs: WorkCost[] = [];
  const renderFor = { owner: 'key 1', charge: (cost: WorkCost) => void costs.push(cost) };
  const renderer = new CertificateRenderer(tasks);
  return { tasks, costs, render: () => renderer.render(certificate, recordJson, renderFor) };
}

describe('the renderer', () => {
  test('gives the bytes of the document, and charges the time of its worker', async () => {
    const { render, costs, tasks } = setUp();
    expect(sha256Hex(await render())).toBe(sha256Hex(renderCertificate(certificate, recordJson)));
    expect(costs).toEqual([{ cpuMs: 1.5, bytesFetched: 0 }]);
    expect(tasks.orders[0]).toMatchObject({ owners: ['key 1'], size: JSON.stringify(certificate.request).length });
  });

  test('a machine that is too busy is not the fault of the text, and is charged', async () => {
    const { render, tasks, costs } = setUp();
    tasks.fault = () => new TaskOverrun('wallMs', { cpuMs: 300 });
    await expect(render()).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 });
    expect(costs).toEqual([{ cpuMs: 300, bytesFetched: 0 }]);
  });

  test.each(['cpuMs', 'memoryBytes', 'outputBytes'] as const)(
    'a text that exceeds %s is the fault of the request, says what to do, and is charged',
    async (resource) => {
      const { render, tasks, costs } = setUp();
      tasks.fault = () => new TaskOverrun(resource, { cpuMs: 5012 });
      await expect(render()).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringContaining('cannot be laid out within the limits'),
      });
      expect(costs).toEqual([{ cpuMs: 5012, bytesFetched: 0 }]);
    },
  );

  test.each(['threw', 'ended', 'protocol'] as const)('a worker that fails (%s) is our fault', async (kind) => {
    const { render, tasks, costs } = setUp();
    tasks.fault = () => new TaskFault(kind, 'SIGSEGV', { cpuMs: 3 });
    await expect(render()).rejects.toMatchObject({ code: 'internal' });
    expect(costs).toEqual([{ cpuMs: 3, bytesFetched: 0 }]);
  });
});
