const ALLOCATION = /\bcudaMalloc(?:Managed|Async)?\s*\(/g;
const LARGEST_CALL = 400;
/** What may be the variable of an allocation. */
const TARGET = /&\s*([A-Za-z_]\w*)/g;

/** A call that allocates device memory. */
export interface AllocationCall {
  /** From behind its parenthesis on, with what follows. */
  readonly text: string;
  /** Names whose addresses are taken in it. */
  readonly names: readonly string[];
}

/** The calls of a text that allocate device memory, in order. */
export function allocationCalls(text: string): AllocationCall[] {
  return [...text.matchAll(ALLOCATION)].map((match) => {
    const from = match.index + match[0].length;
    const call = text.slice(from, from + LARGEST_CALL);
    return { text: call, names: [...call.matchAll(TARGET)].map(([, name]) => name!) };
  });
}
