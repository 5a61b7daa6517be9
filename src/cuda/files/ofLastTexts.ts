/** Files of which what was found is kept, where nothing else is said: kernels of one file are asked about one after the other. */
const KEPT = 4;

/** What is found in the whole texts of files, once for each of the files that were asked about last. */
export class OfLastTexts<Found> {
  private readonly known = new Map<string, { readonly text: string; readonly found: Found }>();

  constructor(
    private readonly find: (text: string) => Found,
    private readonly kept = KEPT,
  ) {}

  /** @param path tells texts apart at once, where to compare long ones that are nearly the same takes time */
  of(path: string, text: string): Found {
    const before = this.known.get(path);
    if (before?.text === text) return before.found;
    const found = this.find(text);
    this.known.delete(path);
    this.known.set(path, { text, found });
    const [oldest] = this.known.keys();
    if (this.known.size > this.kept) this.known.delete(oldest!);
    return found;
  }
}
