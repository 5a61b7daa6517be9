import { say } from '../words/say';
import { brokenText, pageWidth, style } from '../words/texts/page';
import type { Command, CommandOption } from './command';
import { message } from '../kernel/message';
import { words } from '../words/words';

/** What options do takes at least so many columns. */
const MINIMUM = 20;

/** Options of every command. */
export const COMMON_OPTIONS: Command['options'] = {
  json: { type: 'boolean', help: message('cli.option.json') },
  language: {
    type: 'string',
    value: 'LANGUAGE',
    help: message('cli.option.language', { example: 'de' }),
    otherwise: message('cli.option.languageOfSystem', { variables: ['LC_ALL', 'LC_MESSAGES', 'LANG'] }),
  },
  help: { type: 'boolean', short: 'h', help: message('cli.option.help') },
};

/** All commands, each in a line. */
export function overview(commands: readonly Pick<Command, 'name' | 'summary'>[]): string {
  const lines = columns(commands.map(({ name, summary }) => [name, words(summary)]));
  return ['corun <command> [--json]', '', ...lines, '', say('cli.helpMore')].join('\n');
}

/** Usage of one command, and each of its options in a line. */
export function commandHelp({ name, usage, summary, takes, options }: Command): string {
  const described = Object.entries({ ...options, ...COMMON_OPTIONS });
  const lines = columns(described.map(([option, about]) => [signature(option, about), description(about)]));
  const input = takes === undefined ? [] : [words(takes), ''];
  return [`corun ${name} ${usage}`, '', words(summary), '', ...input, ...lines].join('\n');
}

const signature = (name: string, { value, short }: CommandOption): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;

function description({ help, multiple, otherwise }: CommandOption): string {
  const said = multiple ? say('cli.option.again', { help }) : words(help);
  return otherwise === undefined ? said : say('cli.option.otherwise', { help: said, otherwise });
}

const INDENT = '  ';

/** Two columns; what the page is too narrow for goes on below in the right one. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  const indent = INDENT + ' '.repeat(width) + INDENT;
  const { strong } = style();
  return rows.flatMap(([left, right]) => {
    const [first, ...rest] = brokenText(right, Math.max(MINIMUM, pageWidth() - indent.length));
    return [`${INDENT}${strong(left.padEnd(width))}${INDENT}${first!}`, ...rest.map((line) => indent + line)];
  });
}
