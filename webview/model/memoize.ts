/** Remembers the last answer for each argument object; results snapshots are immutable. */
export function memoizeByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let entry = known.get(key);
    if (entry === undefined) known.set(key, (entry = { value: compute(key) }));
    return entry.value;
  };
}
