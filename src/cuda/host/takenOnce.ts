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

type RoundsState = Pick<HostState, 'record' | 'proved'>;

/**
 * Takes a loop once. Where its streams change by round, the other rounds may run beside this one, which is said.
 *
 * @param walk goes through the body
 */
export function takenOnce(state: RoundsState, loop: UncountedLoop, walk: () => void): void {
  const { record, proved } = state;
  const [before, streams] = [record.mark, proved.streams.size];
  walk();
  const calls = record.since(before);
  if (calls.length === 0) return;
  record.assume(loop.frame.location(loop.index), loop.what);
  const { element } = loop;
  const own = [...proved.streams].slice(streams);
  sayRounds(record, loop, calls, new Set(element === undefined ? own : [...own, element]));
}

/** Takes a loop round by round; where its streams change by what is not known, other rounds may have others, which is said. */
export function takenRoundByRound(
  { record }: RoundsState,
  loop: Pick<UncountedLoop, 'frame' | 'index'>,
  walk: () => void,
): void {
  const before = record.mark;
  walk();
  sayRounds(record, { ...loop, open: () => [] }, record.since(before), new Set());
}

/** @param ofRound streams that are others in each round */
function sayRounds(
  record: HostState['record'],
  { frame, index, open }: Pick<UncountedLoop, 'frame' | 'index' | 'open'>,
  calls: readonly HostCall[],
  ofRound: ReadonlySet<string>,
): void {
  const launches = calls.flatMap((call) => (call.kind === 'kernel' ? [call.stream] : []));
  const stream = launches.find((each) => /\[(?!\d+\])/.test(each) || ofRound.has(each));
  if (stream === undefined) return;
  const names = open();
  record.leaveUnread({
    what: message('cuda.unread.rounds', { stream }),
    location: frame.location(index),
    isRest: true,
    ...(names.length > 0 && { open: names }),
  });
}
