/** Characters of all sources together: what a machine with 4 GB of memory can analyse. */
export const MAX_SOURCE_CHARACTERS = 400_000_000;

/** What there is room for of the sources of a workspace, in characters. */
export class SourceBudget {
  private readonly lengths = new Map<string, number>();
  private characters = 0;

  constructor(private readonly most = MAX_SOURCE_CHARACTERS) {}

  /** Takes a file in, in the place of what it was before; false where there is no room for it. */
  take(path: string, characters: number): boolean {
    const total = this.characters - (this.lengths.get(path) ?? 0) + characters;
    if (total > this.most) return false;
    this.lengths.set(path, characters);
    this.characters = total;
    return true;
  }
}
