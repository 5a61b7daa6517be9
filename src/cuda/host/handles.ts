import { withAnyElements } from './handlePath';

/** The default stream that waits for others, and these for it. */
export const LEGACY_STREAM = 'default';
/** The default stream of each host thread, which needs no making. */
export const PER_THREAD_STREAM = 'cudaStreamPerThread';

/** Streams and events that variables were given: two names of one are one. */
export class Handles {
  /** The stream of what names none. */
  defaultStream = LEGACY_STREAM;
  private readonly given = new Map<string, string>();
  /** Names that were made or given something, and those of what they are elements or members of. */
  private readonly known = new Set<string>();
  /** Names that were given nothing but null: the default stream, where nobody else gives them a handle. */
  private readonly nulls = new Set<string>();

  /** What a name stands for: itself where it was given nothing. */
  of(name: string): string {
    return this.given.get(name) ?? name;
  }

  /** A name gets a stream or an event of its own. */
  made(name: string): void {
    this.know(name);
    this.nulls.delete(name);
    this.given.delete(name);
  }

  /** A name is null, until it is given a handle. */
  cleared(name: string): void {
    this.know(name);
    this.given.delete(name);
    this.nulls.add(name);
  }

  isNull(name: string): boolean {
    return this.nulls.has(name);
  }

  /** A name gets what another one stands for. */
  give(name: string, handle: string): void {
    this.know(name);
    if (handle === name) this.given.delete(name);
    else this.given.set(name, handle);
  }

  /** Whether a name, or an element or member of it, was made or given something, by itself or among all elements. */
  knows(name: string): boolean {
    return this.known.has(name) || this.known.has(withAnyElements(name));
  }

  private know(name: string): void {
    for (
      let part = name;
      part !== '' && !this.known.has(part);
      part = part.replace(/(?:^|\.)[^.[\]]*$|\[[^[\]]*\]$/, '')
    )
      this.known.add(part);
  }
}
