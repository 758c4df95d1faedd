/** The server of the Model Context Protocol. It knows tools by their definition only. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { PortsideError } from '../domain/errors.ts';
import { ANSWER_CHARS_MAX, type Tool, ToolRefusal } from './tool.ts';

const INSTRUCTIONS =
  'Portside answers from dated, cited lists. Repeat its sources, its dates and what it did not look at. Its answers are ' +
  'information, not a ruling: never turn "not listed", "undetermined" or "not judged" into "nothing to do".';

/** @param onFault is told of errors that are ours; the agent sees only that something failed */
export function mcpServer(tools: readonly Tool[], version: string, onFault: (error: unknown) => void): Server {
  const byName = new Map(tools.map((each) => [each.name, each]));
  const server = new Server({ name: 'portside', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, title, description, input, writes = false, reachesOut = false }) => ({
      name,
      title,
      description,
      inputSchema: JSON.parse(JSON.stringify(input)),
      annotations: { title, readOnlyHint: !writes, destructiveHint: false, openWorldHint: reachesOut },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const wanted = byName.get(params.name);
    if (!wanted) return failed(`There is no tool of this name. The tools: ${[...byName.keys()].join(', ')}.`);
    try {
      return answered(await wanted.run(params.arguments ?? {}));
    } catch (error) {
      if (error instanceof ToolRefusal) return failed(error.message);
      if (error instanceof PortsideError && error.code !== 'internal') return failed(messageOf(error));
      onFault(error);
      return failed('Something failed on our side. Nothing was answered.');
    }
  });
  return server;
}

function answered(answer: object): CallToolResult {
  const text = JSON.stringify(answer);
  if (text.length > ANSWER_CHARS_MAX) {
    return failed(
      `The answer has ${text.length} characters, and at most ${ANSWER_CHARS_MAX} are sent. Ask for less at once.`,
    );
  }
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function messageOf({ message, details = [] }: PortsideError): string {
  return [message, ...details.map((fault) => `${fault.path || 'arguments'}: ${fault.message}`)].join('\n');
}
