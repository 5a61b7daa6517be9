import { message, type Message } from '../../kernel/message';
import type { UnreadCode } from '../../kernel/source';
import { hasElement } from './handlePath';
import { LEGACY_STREAM, PER_THREAD_STREAM } from './handles';
import type { HostCall } from './hostCall';

const needsNoMaking = (stream: string): boolean =>
  stream === LEGACY_STREAM || stream.startsWith(PER_THREAD_STREAM);

type Launch = Extract<HostCall, { readonly kind: 'kernel' }>;

/** What is known of the streams that a program launches kernels into, and what is not. */
export interface StreamOrigins {
  /** Streams that may be others of the program under another name. */
  readonly unknown: readonly string[];
  /** What may run beside the program's kernels because its streams come from elsewhere. */
  readonly unread: readonly UnreadCode[];
}

/**
 * Where the streams of a program come from: made in its code, handed in by its callers, or from where nobody knows.
 *
 * @param entry function that is followed, with the names of its parameters
 * @param made streams that the followed code makes
 * @param isNull whether a name was given nothing but null, which is the default stream where nobody else makes it one
 */
export function streamOrigins(
  entry: { readonly name: string; readonly parameters: ReadonlySet<string> },
  calls: readonly HostCall[],
  made: ReadonlySet<string>,
  isNull: (stream: string) => boolean,
): StreamOrigins {
  const launches = firstOfEach(calls);
  const foreign = [...launches].filter(
    ([stream]) => !needsNoMaking(stream) && (!isMadeIn(made, stream) || mayBeAnother(stream, calls)),
  );
  const isHanded = ([stream]: readonly [string, Launch]): boolean =>
    entry.parameters.has(/^\w*/.exec(stream)![0]);
  const unknown = foreign.filter((one) => !isHanded(one));
  const streams = [...launches.keys()].filter((stream) => stream !== LEGACY_STREAM).length;
  return {
    unknown: unknown.map(([stream]) => stream),
    unread: foreign
      .filter(([stream]) => !isNull(stream))
      .map((one) =>
        isHanded(one)
          ? unreadAt(one, message('cuda.unread.callers', { name: entry.name, stream: one[0] }), true)
          : unreadAt(one, message('cuda.unread.stream', { stream: one[0] }), streams === 1),
      ),
  };
}

/**
 * Whether a stream is made by its name, as one of a list whose elements are all made, or is whichever element of a list
 * that the program makes one by one.
 */
const isMadeIn = (made: ReadonlySet<string>, stream: string): boolean =>
  made.has(stream) || [...made].some((each) => hasElement(each, stream) || hasElement(stream, each));

/**
 * Whether nothing tells a stream from another one of the program: it is whichever element of a list of which others are
 * used by their numbers, or whichever elements were put into an order may be this one.
 */
const mayBeAnother = (stream: string, calls: readonly HostCall[]): boolean =>
  calls.some(({ kind, stream: other }) => {
    if (kind === 'synchronize' || other === stream) return false;
    return hasElement(stream, other) || ((kind === 'record' || kind === 'wait') && hasElement(other, stream));
  });

/** The first launch into each stream. */
function firstOfEach(calls: readonly HostCall[]): ReadonlyMap<string, Launch> {
  const launches = new Map<string, Launch>();
  for (const call of calls)
    if (call.kind === 'kernel' && !launches.has(call.stream)) launches.set(call.stream, call);
  return launches;
}

/** @param isRest whether what the program itself does is told all the same */
function unreadAt([, { location }]: readonly [string, Launch], what: Message, isRest: boolean): UnreadCode {
  return { what, location, ...(isRest && { isRest }) };
}
