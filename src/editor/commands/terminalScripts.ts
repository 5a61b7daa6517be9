/**
 * Small scripts by name that start the command line `cli` (a JavaScript file) by the program `node`, which may be
 * an Electron: for sh and for cmd.
 */
export function terminalScripts(node: string, cli: string): Record<'corun' | 'corun.cmd', string> {
  return {
    corun: `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec ${quoted(node)} ${quoted(cli)} "$@"\n`,
    'corun.cmd': `@set ELECTRON_RUN_AS_NODE=1\r\n@"${node}" "${cli}" %*\r\n`,
  };
}

/** A path as one word of a shell. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;
