import type { Table } from '../entry';

/** What the command line says of itself. */
export const commandLine = {
  'cli.helpMore': 'corun <command> --help tells more, corun --version which version this is.',
  'cli.maxSlowdown': "{option} takes a factor of at least 1, e.g. 1.5, not '{given}'",
  'cli.noCommand': "there is no command '{name}' (corun help lists them)",
  'cli.unknownNumber': '{name} is set, but nothing in the sources has that name',
  'cli.unknownNumberBut': '{name} is set, but no kernel has a parameter of that name; did you mean {near}?',
  'cli.noCommandBut': "there is no command '{name}'; did you mean '{near}'? (corun help lists them)",
  'cli.noOption': "there is no option '{option}'",
  'cli.noOptionBut': "there is no option '{option}'; did you mean '{near}'?",
  'cli.reading': 'reading {sources:count} sources and {profiles:count} profiles',
  'cli.reportForm': 'say where to write it: --md FILE or --html FILE',
  'cli.share': '{phase}: {share:percent}',
  'cli.simulated': 'simulated {done:count} of {total:count}',
} as const satisfies Table;
