/** A tool that an agent may call. */
import type { Static, TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { PortsideError } from '../domain/errors.ts';
import { unknownFaults } from '../domain/unknown-fields.ts';

/** Characters of JSON in one answer: what a model can take in beside its other work. */
export const ANSWER_CHARS_MAX = 60_000;
const FAULTS_MAX = 20;

export interface Tool {
  name: string;
  title: string;
  /** For the model: what it answers, and when to use it. */
  description: string;
  input: TSchema;
  /** Whether it stores something. */
  writes?: boolean;
  /** Whether it reaches other hosts. */
  reachesOut?: boolean;
  /** @throws PortsideError or ToolRefusal, whose words the agent sees */
  run(args: unknown): Promise<object>;
}

/** A tool that cannot answer, in words for the agent. */
export class ToolRefusal extends Error {}

interface ToolDefinition<S extends TObject> extends Omit<Tool, 'input' | 'run'> {
  input: S;
  run(args: Static<S>): Promise<object> | object;
}

/** A tool whose arguments are checked against its schema. A field that the schema does not have is refused. */
export function tool<S extends TObject>(definition: ToolDefinition<S>): Tool {
  const validator = Compile(definition.input);
  return {
    ...definition,
    async run(args) {
      const unknown = unknownFaults(definition.input, args, FAULTS_MAX);
      if (unknown.length > 0) throw new PortsideError('invalid_request', { details: unknown });
      if (!validator.Check(args)) {
        const details = [...validator.Errors(args)].slice(0, FAULTS_MAX).map(({ instancePath, message }) => ({
          path: instancePath,
          message: message ?? 'is not valid',
        }));
        throw new PortsideError('invalid_request', { details });
      }
      return definition.run(args as Static<S>);
    },
  };
}

/** The first entries of a list, and how many more there are. */
export function firstOf<T>(list: readonly T[], max: number): { shown: T[]; omitted: number } {
  return { shown: list.slice(0, max), omitted: Math.max(0, list.length - max) };
}
