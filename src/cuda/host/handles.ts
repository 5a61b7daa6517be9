/** Streams and events that variables were given: two names of one are one. */
export class Handles {
  private readonly given = new Map<string, string>();

  /** What a name stands for: itself where it was given nothing. */
  of(name: string): string {
    return this.given.get(name) ?? name;
  }

  /** A name gets a stream or an event of its own. */
  made(name: string): void {
    this.given.delete(name);
  }

  /** A name gets what another one stands for. */
  give(name: string, handle: string): void {
    if (handle === name) this.given.delete(name);
    else this.given.set(name, handle);
  }
}
