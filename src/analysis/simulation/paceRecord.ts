/** The pace stands still where those of the three thirds of the time lie no further apart. */
const TOLERANCE = 0.03;

/** How far something is, look by look, and whether its pace stands still. */
export class PaceRecord {
  private readonly looks: { readonly cycle: number; readonly instructions: number }[] = [];

  /** Notes how far it is: warp instructions so far, at cycles that grow. */
  note(cycle: number, instructions: number): void {
    this.looks.push({ cycle, instructions });
  }

  /** Warp instructions a cycle from a cycle to the last look; null where these do not stand still, or are none. */
  steadySince(from: number): number | null {
    const last = this.looks.at(-1);
    if (last === undefined || last.cycle <= from) return null;
    const { cycle, instructions } = last;
    const done = [0, 1, 2, 3].map((third) => this.doneBy(from + ((cycle - from) * third) / 3));
    const paces = [0, 1, 2].map((third) => done[third + 1]! - done[third]!);
    const isSteady = Math.max(...paces) <= (1 + TOLERANCE) * Math.min(...paces) && paces[0]! > 0;
    return isSteady ? (instructions - done[0]!) / (cycle - from) : null;
  }

  /** Warp instructions by a cycle, in a straight line between two looks. */
  private doneBy(cycle: number): number {
    const next = this.looks.findIndex((look) => look.cycle >= cycle);
    const [before, after] = [this.looks[next - 1] ?? { cycle: 0, instructions: 0 }, this.looks[next]!];
    const way = (cycle - before.cycle) / (after.cycle - before.cycle);
    return before.instructions + way * (after.instructions - before.instructions);
  }
}
