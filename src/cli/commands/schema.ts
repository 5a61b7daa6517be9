import path from 'node:path';
import { namesIn } from '../../files/folders';
import { readJson } from '../../files/json';
import { InputError } from '../../kernel/result';
import { code } from '../../words/texts/page';
import { UsageError, type Command } from '../command';
import { distFolder } from '../distFolder';
import { message } from '../../kernel/message';
import { say } from '../../words/say';

export const schema: Command = {
  name: 'schema',
  summary: message('cli.schema.summary'),
  usage: '[NAME] [--json]',
  options: {},
  run: async ({ positionals }) => {
    const [name, ...more] = positionals;
    if (more.length > 0) throw new UsageError(say('cli.fault.oneSchema'));
    const folder = path.join(distFolder(), 'schemas');
    const names = (await namesIn(folder)).map((file) => path.basename(file, '.json'));
    if (name === undefined) return { json: { schemas: names }, text: names.join('\n') };
    if (!names.includes(name))
      throw new InputError(message('cli.fault.noSchema', { name, names }), 'unknown-schema');
    const found = (await readJson(path.join(folder, `${name}.json`))) as object;
    return { json: found, text: code(JSON.stringify(found, null, 2)) };
  },
};
