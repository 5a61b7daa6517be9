import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { kernelProgramSchema } from '../../kernel/program';
import { InputError } from '../../kernel/result';
import { scenarioSchema } from '../../kernel/scenario';
import { UsageError, type Command } from '../command';

/** Inputs, by the schemas that check them. */
const INPUTS = { scenario: scenarioSchema, program: kernelProgramSchema };
/** Outputs, by the command that prints them; the build makes these files from the answer types. */
const OUTPUTS = ['gpus', 'occupancy', 'kernels', 'profile', 'analyze', 'simulate'];

export const schema: Command = {
  name: 'schema',
  summary: 'Prints the JSON Schema of an input or of what a command prints.',
  usage: '[NAME] [--json]',
  options: {},
  run: async ({ positionals }) => {
    const [name, ...more] = positionals;
    if (more.length > 0) throw new UsageError('name one schema');
    const names = [...Object.keys(INPUTS), ...OUTPUTS];
    if (name === undefined) return { json: { schemas: names }, text: names.join('\n') };
    const found = await load(name);
    if (!found)
      throw new InputError(`there is no schema '${name}'; there are ${names.join(', ')}`, 'unknown-schema');
    return { json: found, text: JSON.stringify(found, null, 2) };
  },
};

async function load(name: string): Promise<object | null> {
  if (name === 'scenario' || name === 'program') return toJsonSchema(INPUTS[name], { errorMode: 'ignore' });
  if (!OUTPUTS.includes(name)) return null;
  const file = path.join(path.dirname(process.argv[1]!), 'schemas', `${name}.json`);
  return JSON.parse(await readFile(file, 'utf8')) as object;
}
