/** What is known of pairs of objects, found out once for each and kept as long as both objects are. */
export class PairMemo<Member extends object, Found> {
  private readonly known = new WeakMap<Member, WeakMap<Member, Found>>();

  /** @param find is asked where the pair is not known yet */
  of(first: Member, second: Member, find: () => Found): Found {
    const row = this.known.get(first) ?? new WeakMap<Member, Found>();
    this.known.set(first, row);
    const known = row.get(second);
    if (known !== undefined) return known;
    const found = find();
    row.set(second, found);
    return found;
  }
}
