/** `portside mcp`: the tools of Portside for agents, over the Model Context Protocol on standard input and output. */
import type { Command } from 'commander';
import { hasDatabase } from './existing-database.ts';
import { type CommonOptions, configFrom, withDataDirOption } from './options.ts';
import { withStorage } from './storage-access.ts';

const HELP = `
An agent starts this command by itself. For most clients:

  { "mcpServers": { "portside": { "command": "portside", "args": ["mcp"] } } }

Without a database the lists inside the binary answer, and certificates can be
checked but not made. Messages go to standard error.`;

export function addMcpCommand(program: Command): void {
  withDataDirOption(program.command('mcp').description('serve the tools for agents on standard input and output (MCP)'))
    .addHelpText('after', HELP)
    .action(async (options: CommonOptions) => {
      // The protocol's library and its validators would make every other command, and the server, start later.
      const { serve } = await import('./mcp-server.ts');
      const config = configFrom(options);
      if (hasDatabase(config)) return withStorage(options, (storage) => serve(config, storage));
      return serve(config, undefined);
    });
}
