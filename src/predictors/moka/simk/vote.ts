/** Outcome of a majority vote among neighbours. */
export interface Vote {
  readonly threadsPerBlock: number;
  /** `fallback` when no block size got two votes. */
  readonly decidedBy: 'majority' | 'fallback';
}

/**
 * Majority among the best blocks of the nearest kernels; when all differ, the CUDA cores of an SM
 * (dissertation section 4.1.4).
 */
export function majorityVote(bestBlocks: readonly number[], coresPerSm: number): Vote {
  const winner = bestBlocks.find(
    (block) => bestBlocks.filter((other) => other === block).length * 2 > bestBlocks.length,
  );
  return winner === undefined
    ? { threadsPerBlock: coresPerSm, decidedBy: 'fallback' }
    : { threadsPerBlock: winner, decidedBy: 'majority' };
}
