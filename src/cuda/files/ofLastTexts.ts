/** Texts of which what was found is kept: kernels of one file are asked about one after the other. */
const KEPT = 4;

/** What is found in whole texts, once for each of the texts that were asked about last. */
export class OfLastTexts<Found> {
  private readonly known = new Map<string, Found>();

  constructor(private readonly find: (text: string) => Found) {}

  of(text: string): Found {
    const found = this.known.get(text) ?? this.find(text);
    this.known.delete(text);
    this.known.set(text, found);
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT) this.known.delete(oldest!);
    return found;
  }
}
