/** Remembers the last answer for each argument object; results snapshots are immutable. */
export function memoizeByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    let entry = known.get(key);
    if (entry === undefined) known.set(key, (entry = { value: compute(key) }));
    return entry.value;
  };
}

/** Remembers the answer to the last arguments; they are compared one by one. */
export function memoizeLast<A extends readonly unknown[], V>(compute: (...args: A) => V): (...args: A) => V {
  let last: { readonly args: A; readonly value: V } | null = null;
  return (...args) => {
    const known = last;
    if (known !== null && known.args.every((arg, index) => Object.is(arg, args[index]))) return known.value;
    last = { args, value: compute(...args) };
    return last.value;
  };
}
