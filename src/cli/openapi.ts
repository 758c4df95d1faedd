/** `portside openapi v1|v2|v0` prints the OpenAPI documents that the server serves. */
import { Argument, type Command } from 'commander';
import { configFrom } from './options.ts';
import { print } from './output.ts';

export function addOpenApiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print an OpenAPI document: v1 as YAML, v2 and v0 as JSON')
    .addArgument(new Argument('<version>', 'version of the API').choices(['v1', 'v2', 'v0']))
    .action(async (version: 'v1' | 'v2' | 'v0') => {
      const { contact } = configFrom({});
      const { v0Json, v1Yaml, v2Json } = await import('../api/documents.ts');
      if (version === 'v1') print((await v1Yaml(contact)).trimEnd());
      else print(version === 'v2' ? v2Json(contact) : v0Json(contact));
    });
}
