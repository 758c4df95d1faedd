/** The protocol: what an agent is told when a tool refuses, fails, or answers too much. */
import { expect, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Type } from 'typebox';
import { PortsideError } from '../domain/errors.ts';
import { mcpServer } from './server.ts';
import { ANSWER_CHARS_MAX, ToolRefusal, tool } from './tool.ts';

const input = Type.Object({ text: Type.String({ maxLength: 3 }) }, { additionalProperties: false });
const answering = (run: () => object) =>
  tool({ name: 'say', title: 'Say', description: 'Says.', input, writes: true, run });

async function ask(run: () => object, args: Record<string, unknown> = { text: 'a' }, name = 'say') {
  const faults: unknown[] = [];
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await mcpServer([answering(run)], '1.2.3', (error) => faults.push(error)).connect(serverSide);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(clientSide);
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: args });
  const listed = await client.listTools();
  await client.close();
  return { text: (content as { text: string }[])[0]!.text, isError, structuredContent, faults, listed: listed.tools };
}

test('an answer comes as text and as data, and a tool says whether it writes', async () => {
  const { text, isError, structuredContent, listed } = await ask(() => ({ said: 'a' }));
  expect([text, isError, structuredContent]).toEqual(['{"said":"a"}', false, { said: 'a' }]);
  expect(listed).toMatchObject([
    {
      name: 'say',
      annotations: { readOnlyHint: false, destructiveHint: false },
      inputSchema: { type: 'object', required: ['text'] },
    },
  ]);
});

test.each([
  [{}, /\/?.*text/],
  [{ text: 'long' }, /\/text/],
  [{ text: 'a', more: 1 }, /\/more: is not a field here/],
  [{ text: 'a', constructor: 1 }, /\/constructor/],
] as const)('arguments %j are refused at the place of the fault', async (args, message) => {
  const { isError, text, faults } = await ask(() => ({}), args);
  expect([isError, faults]).toEqual([true, []]);
  expect(text).toMatch(message);
});

test.each([
  ['a refusal', () => new ToolRefusal('There is no database here.'), /^There is no database here\.$/, 0],
  ['an error for callers', () => new PortsideError('upstream_failed'), /^The storefront could not be fetched\.$/, 0],
  ['an internal error', () => new Error('secret path'), /^Something failed on our side\. Nothing was answered\.$/, 1],
] as const)('%s is a failed call', async (_, made, message, faultCount) => {
  const { isError, text, faults } = await ask(() => {
    throw made();
  });
  expect([isError, faults.length]).toEqual([true, faultCount]);
  expect(text).toMatch(message);
});

test('an answer that is too long is refused with its length, never cut', async () => {
  const { isError, text } = await ask(() => ({ text: 'x'.repeat(ANSWER_CHARS_MAX) }));
  expect([isError, text.includes(String(ANSWER_CHARS_MAX)), text.length < 200]).toEqual([true, true, true]);
});

test('an unknown tool names those that there are', async () => {
  const { isError, text } = await ask(() => ({}), {}, 'shout');
  expect([isError, text]).toEqual([true, 'There is no tool of this name. The tools: say.']);
});
