import { message, type Message } from '../../kernel/message';
import type { HostState } from './deviceCalls';
import type { Frame } from './frame';
import type { HostCall } from './hostCall';

/** A loop whose rounds are not counted. */
interface UncountedLoop {
  readonly frame: Frame;
  readonly index: number;
  /** What is taken for granted. */
  readonly what: Message;
  /** Names whose numbers would tell how many rounds there are. */
  readonly open: () => readonly string[];
  /** What stands for the element of the list that it goes through. */
  readonly element?: string | undefined;
}

/**
 * Takes a loop once. Where its streams change by round, the other rounds may run beside this one, which is said.
 *
 * @param walk goes through the body
 */
export function takenOnce(
  { record, proved }: Pick<HostState, 'record' | 'proved'>,
  { frame, index, what, open, element }: UncountedLoop,
  walk: () => void,
): void {
  const [before, streams] = [record.mark, proved.streams.size];
  walk();
  const calls = record.since(before);
  if (calls.length === 0) return;
  const location = frame.location(index);
  record.assume(location, what);
  const stream = changingStream(calls, new Set([...proved.streams].slice(streams)), element);
  if (stream === undefined) return;
  const rounds = message('cuda.unread.rounds', { stream });
  const names = open();
  record.leaveUnread({ what: rounds, location, isRest: true, ...(names.length > 0 && { open: names }) });
}

/** A stream of launches that is another one in each round: an element, or one that the loop makes or goes through. */
function changingStream(
  calls: readonly HostCall[],
  madeInLoop: ReadonlySet<string>,
  element: string | undefined,
): string | undefined {
  const launches = calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : []));
  return launches.find(
    (stream) => /\[(?!\d+\])/.test(stream) || madeInLoop.has(stream) || stream === element,
  );
}
