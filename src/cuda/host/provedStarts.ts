import type { Scope } from '../constants/scope';
import type { Frame } from './frame';
import type { HostBuffers } from './hostBuffers';
import { ANY_ELEMENT } from './handlePath';
import type { StartUse } from './hostCall';

/**
 * Calls in which the host may wait, and allocations: work on both sides of these may be put in order (CUDA C++
 * Programming Guide, implicit synchronization).
 */
const MAY_WAIT =
  /sync(?!$)|sync(?<!Async)$|wait|join|free|quer|lock|reset|^cuda\w*(?:Malloc|Alloc)\w*(?<!Async)$/i;
const CAST = /^(?:\(\s*(?:const\s+)?[A-Za-z_][\w:\s]*\*+\s*\)|(?:static|reinterpret)_cast\s*<[^>]*>)\s*/;

/**
 * Which calls of a program are proved to touch a buffer from its first element on, in a stream that is proved to be one
 * of its own: the pointer stands there as it was allocated, by the name that this function or the whole program has for
 * it, and the call is made whatever conditions say.
 */
export class ProvedStarts {
  private readonly created = new Set<string>();
  /** Streams that a variable stands for under a condition: what is in them may be in others. */
  private readonly doubtful = new Set<string>();
  private stage = 0;
  private unproved = 0;

  constructor(private readonly buffers: HostBuffers) {}

  /** Streams that were made so far, first ones first. */
  get streams(): ReadonlySet<string> {
    return this.created;
  }

  /** A stream is made. */
  create(stream: string): void {
    this.created.add(stream);
  }

  /** A variable is given a stream. */
  named(stream: string): void {
    if (this.unproved > 0) this.doubtful.add(stream);
  }

  /** A function is called: where the host may wait in it, nothing behind is proved to run beside what is before. */
  called(name: string): void {
    if (MAY_WAIT.test(name)) this.stage++;
  }

  /** Calls from here on are captured into a graph, which orders them, until it ends. */
  beginCapture(): void {
    this.unproved++;
  }

  endCapture(): void {
    this.unproved = Math.max(0, this.unproved - 1);
  }

  /** Walks through code that may not run. */
  perhaps(walk: () => void): void {
    const before = this.unproved++;
    walk();
    this.unproved = before;
  }

  /** The buffers that begin where these pointers do; nothing where the call or its stream is not proved. */
  of(frame: Frame, texts: readonly string[], scope: Scope, stream: string): { starts?: StartUse } {
    if (this.unproved > 0 || !this.created.has(stream)) return {};
    // Whichever element of a list may be another one that is used, too.
    if (this.doubtful.has(stream) || stream.includes(ANY_ELEMENT)) return {};
    const buffers = texts.map((text) => this.start(frame, text, scope));
    return { starts: { stage: this.stage, buffers } };
  }

  private start(frame: Frame, text: string, scope: Scope): string | null {
    const bare = text.trim().replace(CAST, '');
    if (!/^[A-Za-z_]\w*(\[[^\]]*\])?$/.test(bare)) return null;
    if (frame.isHandedIn(/^\w+/.exec(bare)![0])) return null;
    const name = frame.canonical(bare, scope);
    if (name === null || (name.includes('[') && !/\[\d+\]$/.test(name))) return null;
    return this.buffers.isWhole(name) ? name : null;
  }
}
