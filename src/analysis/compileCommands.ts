import { wordsOf, type CompileEntry } from '../cuda/build/compileCommand';
import type { UnreadNames } from '../cuda/files/includeGraph';
import type { CommandsFile, CudaWorkspace } from '../cuda/workspace';
import { jsonFault } from '../files/jsonFault';
import { message, type Message, type Words } from '../kernel/message';
import type { SourceDiagnostic } from '../kernel/source';

/** Name that CMake, Bear and others give to the commands of a build. */
export const COMPILE_COMMANDS = 'compile_commands.json';

export function isCompileCommands(path: string): boolean {
  return path === COMPILE_COMMANDS || path.endsWith(`/${COMPILE_COMMANDS}`);
}

/** Gives a workspace a text, or takes it out (null): a source, PTX, or the commands of its build. */
export function setText(cuda: CudaWorkspace, path: string, text: string | null): void {
  if (text === null) cuda.removeFile(path);
  else if (isCompileCommands(path)) cuda.setCommands(path, readCompileCommands(text));
  else cuda.setFile(path, text);
}

/** Texts that were read, and what they include that was not. */
export interface ReadSources {
  readonly sources: ReadonlyMap<string, string>;
  readonly unread: UnreadNames;
}

/** Gives a workspace the texts of a command line, and tells which commands of its build could not be read. */
export function setTexts(
  cuda: CudaWorkspace,
  { sources, unread }: ReadSources,
  note: (line: Words) => void,
): void {
  cuda.setUnread(unread);
  for (const [path, text] of sources) setText(cuda, path, text);
  for (const [path, faults] of cuda.unreadCommands())
    for (const { message: what, range } of faults)
      note(message('kernel.at', { place: `${path}:${range.startLine}`, what }));
}

/** The entries of a compilation database; what is none is told, and the others count. Nothing of it is run. */
export function readCompileCommands(text: string): CommandsFile {
  const notJson = jsonFault(text);
  if (notJson !== null) {
    const { line, column, said } = notJson;
    return { entries: [], faults: [fault(message('files.notJson', { column, said }), line)] };
  }
  const content: unknown = JSON.parse(text);
  if (!Array.isArray(content)) return { entries: [], faults: [fault(message('analysis.commandsNoList'), 1)] };
  const entries = (content as readonly unknown[]).map(entryOf);
  const bad = entries.findIndex((entry) => entry === null);
  const faults = bad < 0 ? [] : [fault(message('analysis.commandsEntry', { number: bad + 1 }), 1)];
  const known = entries.filter((entry) => entry !== null);
  const hasMore = known.some((entry) => entry.arguments.some((one) => RESPONSE_FILE.test(one)));
  if (hasMore) faults.push({ ...fault(message('analysis.commandsResponse'), 1), severity: 'information' });
  return { entries: known, faults };
}

/** An argument that names a file with more of them. */
const RESPONSE_FILE = /^(@.|--options-file)/;

function fault(said: Message, line: number): SourceDiagnostic {
  return {
    code: 'compile-commands',
    severity: 'warning',
    message: said,
    range: { startLine: line, startColumn: 0, endLine: line, endColumn: 1 },
  };
}

/** An entry by the format that Clang describes; null for what is none. */
function entryOf(value: unknown): CompileEntry | null {
  if (typeof value !== 'object' || value === null) return null;
  const { directory, file, command, arguments: list } = value as Record<string, unknown>;
  if (typeof file !== 'string' || typeof directory !== 'string') return null;
  if (Array.isArray(list) && list.every((one) => typeof one === 'string'))
    return { directory, file, arguments: list };
  if (typeof command !== 'string') return null;
  return { directory, file, arguments: wordsOf(command, /^[a-z]:[\\/]/i.test(directory)) };
}
