import { plain, type Words } from '../../kernel/message';
import type { UnreadCode } from '../../kernel/source';
import type { WorkspaceResults } from './workspaceResults';

/** Code of any program that was not followed: what it launches may run beside what is known. Each place once. */
export function unreadIn({ applications }: Pick<WorkspaceResults, 'applications'>): readonly UnreadCode[] {
  const codes = new Map<string, UnreadCode>();
  for (const { unread = [] } of applications)
    for (const code of unread) codes.set(keyOf(code.what, code.location), code);
  return [...codes.values()];
}

const keyOf = (what: Words, { path, line }: UnreadCode['location']): string =>
  `${path}:${line}:${plain(what)}`;
