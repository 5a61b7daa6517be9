/** What is known of pairs of objects, found out once for each and kept as long as both objects are. */
export class PairMemo<Member extends object, Found> {
  private readonly known = new WeakMap<Member, WeakMap<Member, Found>>();

  constructor(private readonly find: (first: Member, second: Member) => Found) {}

  of(first: Member, second: Member): Found {
    const row = this.known.get(first) ?? new WeakMap<Member, Found>();
    this.known.set(first, row);
    const known = row.get(second);
    if (known !== undefined) return known;
    const found = this.find(first, second);
    row.set(second, found);
    return found;
  }
}
