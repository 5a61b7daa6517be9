import { isMessage, message, type MessageValue, type Words } from '../../kernel/message';
import type { UnreadCode } from '../../kernel/source';
import type { KnownApplication } from '../applications/applicationResult';

/** Places that are named. */
const NAMED = 3;

/** Work of a program that its application has not: rounds of loops that were left out, and code that was not followed. */
export function missingWork({
  application: { name },
  assumptions,
  unread = [],
}: Pick<KnownApplication, 'application' | 'assumptions' | 'unread'>): Words[] {
  const rounds = assumptions
    .filter(({ text }) => says(text, 'cuda.roundsLeftOut'))
    .map(({ text }) => message('sharing.apps.rounds', { name, what: text }));
  if (unread.length === 0) return rounds;
  const more = unread.length - NAMED;
  const places = [
    ...unread.slice(0, NAMED).map(placeOf),
    ...(more > 0 ? [message('sharing.apps.unreadMore', { more })] : []),
  ];
  return [...rounds, message('sharing.apps.unread', { name, places })];
}

const placeOf = ({ what, location: { path, line } }: UnreadCode) =>
  message('analysis.unreadCode', { what, place: `${path}:${line}` });

/** Whether a message is of this code, or one within it. */
function says(text: MessageValue, code: string): boolean {
  if (Array.isArray(text)) return text.some((part: MessageValue) => says(part, code));
  if (!isMessage(text)) return false;
  return text.say === code || Object.values(text.values ?? {}).some((part) => says(part, code));
}
