/** Whether each level of the memory is further away, in cycles, than the one before it. */
export const areRising = (cycles: readonly number[]): boolean =>
  cycles.every((one, level) => level === 0 || one > cycles[level - 1]!);
