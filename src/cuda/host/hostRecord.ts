import { message, plain, type Words } from '../../kernel/message';
import type { SourceLocation } from '../../kernel/origin';
import type { UnreadCode } from '../../kernel/source';
import { ANY_ELEMENT, hasElement } from './handlePath';
import type { HostCall, HostProgram } from './hostCall';
import { HostThreads } from './hostThreads';
import type { HostResults } from './hostResults';

/** Calls of one program that are listed at most. */
const MAX_CALLS = 4000;

/** What is found out about one program while its code is followed: its calls in order, and what is missing there. */
export class HostRecord {
  /** Of the program, or of the thread of it that is being followed. */
  calls: HostCall[] = [];
  private readonly threads = new HostThreads();
  private readonly made: HostCall[] = [];
  private callsHost: SourceLocation | null = null;
  private readonly nonBlocking = new Set<string>();
  /** By name: each once. */
  private readonly libraryCalls = new Map<string, SourceLocation>();
  /** By what they say: each once. */
  private readonly assumptions = new Map<string, Words>();
  /** By what they say: each once. */
  private readonly unread = new Map<string, UnreadCode>();

  constructor(private readonly results: HostResults) {}

  get found(): Omit<HostProgram, 'name' | 'path' | 'line' | 'unknownStreams'> {
    this.joinThreads();
    return {
      calls: this.calls,
      libraryCalls: [...this.libraryCalls].map(([name, location]) => ({ name, location })),
      unread: [...this.unread.values()],
      assumptions: [...this.assumptions.values()],
      nonBlocking: [...this.nonBlocking],
      callsHost: this.callsHost,
    };
  }

  /** A thread of the host does something beside what comes behind; it is known by its number. */
  inThread(act: (thread: number) => void): void {
    const [thread, outer] = [this.threads.next(), this.calls];
    const own: HostCall[] = [];
    this.calls = own;
    this.threads.within(() => {
      act(thread);
      this.joinThreads();
    });
    this.calls = outer;
    this.threads.end(own, thread);
  }

  /** The threads that were started have ended, or the host waits for what they do. */
  joinThreads(): void {
    this.calls.push(...this.threads.take());
  }

  /** How many calls were made so far, by the program and its threads, for `since`. */
  get mark(): number {
    return this.made.length;
  }

  /** Calls that were made behind a mark, in the order in which they were met. */
  since(mark: number): readonly HostCall[] {
    return this.made.slice(mark);
  }

  /** Code is followed for what it makes alone: nothing that it does is kept. */
  quietly(act: () => void): void {
    const [calls, libraries, assumed, unread] = [
      this.calls.length,
      new Set(this.libraryCalls.keys()),
      new Set(this.assumptions.keys()),
      new Set(this.unread.keys()),
    ];
    act();
    this.calls.length = calls;
    for (const [map, before] of [
      [this.libraryCalls, libraries],
      [this.assumptions, assumed],
      [this.unread, unread],
    ] as const)
      for (const key of [...map.keys()]) if (!before.has(key)) map.delete(key);
  }

  get isFull(): boolean {
    return this.calls.length >= MAX_CALLS;
  }

  /** Says that what comes at a place and behind it is not listed any more. */
  full(location: SourceLocation): void {
    this.leaveUnread({ what: message('cuda.unread.rest', { calls: MAX_CALLS }), location, isRest: true });
  }

  /** The program makes a call, which may follow from results that it looked at, and may bring others. */
  issue(call: HostCall): void {
    if (call.kind === 'synchronize') this.joinThreads();
    const isWork = call.kind === 'copy' || call.kind === 'kernel' || call.kind === 'memset';
    this.add(isWork && this.results.takeUsed() ? { ...call, afterResults: true } : call);
    if (call.kind === 'copy' && call.direction === 'DtoH') this.results.send(call.writes[0] ?? null);
    // Copies that may be of pageable memory hold the host as well.
    if (call.kind === 'synchronize' || (call.kind === 'copy' && (call.blocking || call.pinned !== true)))
      this.results.waited();
  }

  /**
   * The host waits for a stream, or with null for all: for each of a list where nothing tells which, as a loop over all
   * of them does.
   */
  waitFor(stream: string | null, location: SourceLocation): void {
    this.issue({ kind: 'synchronize', stream, location });
    if (stream === null || !stream.includes(ANY_ELEMENT)) return;
    const used = this.made.flatMap((call) =>
      call.stream !== null && call.stream !== stream ? [call.stream] : [],
    );
    for (const each of new Set(used))
      if (hasElement(stream, each)) this.issue({ kind: 'synchronize', stream: each, location });
  }

  /** A call that brings no others. */
  add(call: HostCall): void {
    this.calls.push(call);
    this.made.push(call);
  }

  /** A stream is made. */
  streamMade(stream: string, isBlocking: boolean): void {
    if (isBlocking) this.nonBlocking.delete(stream);
    else this.nonBlocking.add(stream);
  }

  /** A stream is known by another name from now on. */
  streamRenamed(from: string, to: string): void {
    this.streamMade(to, !this.nonBlocking.has(from));
  }

  /** A stream calls a function of the host behind its work. */
  hostCalled(location: SourceLocation): void {
    this.callsHost ??= location;
  }

  libraryCalled(name: string, location: SourceLocation): void {
    if (!this.libraryCalls.has(name)) this.libraryCalls.set(name, location);
  }

  leaveUnread(code: UnreadCode): void {
    if (!this.hasUnread(code.what)) this.unread.set(plain(code.what), code);
  }

  hasUnread(what: Words): boolean {
    return this.unread.has(plain(what));
  }

  /** Takes something for granted at a place. */
  assume({ path, line }: SourceLocation, what: Words): void {
    const text = message('kernel.at', { place: `${path}:${line}`, what });
    this.assumptions.set(plain(text), text);
  }
}
