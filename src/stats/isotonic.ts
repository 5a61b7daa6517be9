/**
 * The values that never rise and lie nearest to the given ones (weighted least squares): neighbours that are out
 * of order are pooled into their mean (pool adjacent violators).
 *
 * @param weights positive, one for each value; default all alike
 */
export function nonIncreasing(values: readonly number[], weights?: readonly number[]): number[] {
  const pools: Pool[] = [];
  values.forEach((value, at) => {
    let pool: Pool = { value, weight: weights?.[at] ?? 1, count: 1 };
    for (
      let before = pools.at(-1);
      before !== undefined && before.value < pool.value;
      before = pools.at(-1)
    ) {
      pools.pop();
      pool = pooled(before, pool);
    }
    pools.push(pool);
  });
  return pools.flatMap(({ value, count }) => new Array<number>(count).fill(value));
}

interface Pool {
  readonly value: number;
  readonly weight: number;
  readonly count: number;
}

function pooled(a: Pool, b: Pool): Pool {
  const weight = a.weight + b.weight;
  return {
    value: (a.value * a.weight + b.value * b.weight) / weight,
    weight,
    count: a.count + b.count,
  };
}
