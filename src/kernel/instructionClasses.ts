/** Arithmetic instruction classes; each runs on one kind of functional unit. */
export const COMPUTE_CLASSES = [
  'fp32',
  'fp64',
  'fp16',
  'tensor',
  'integer',
  'special',
  'control',
  'conversion',
] as const;

/** An arithmetic instruction class. */
export type ComputeClass = (typeof COMPUTE_CLASSES)[number];

/** Instruction classes of loads and stores, by the memory space they address. */
export const GLOBAL_CLASSES = ['globalLoad', 'globalStore'] as const;
export const SHARED_CLASSES = ['sharedLoad', 'sharedStore'] as const;
export const LOCAL_CLASSES = ['localLoad', 'localStore'] as const;
export const CONSTANT_CLASSES = ['constantLoad'] as const;
export const TEXTURE_CLASSES = ['textureLoad'] as const;

/** An instruction class of loads or stores. */
export type AccessClass =
  | (typeof GLOBAL_CLASSES)[number]
  | (typeof SHARED_CLASSES)[number]
  | (typeof LOCAL_CLASSES)[number]
  | (typeof CONSTANT_CLASSES)[number]
  | (typeof TEXTURE_CLASSES)[number];

const OTHER_CLASSES = ['atomic', 'shuffle', 'barrier'] as const;

/** An instruction class of the mix estimate. */
export type InstructionClass = ComputeClass | AccessClass | (typeof OTHER_CLASSES)[number];

/**
 * Instruction classes of the mix estimate, by functional unit and memory space. `special` is the
 * multi-function unit (reciprocal, square root, sine, exponential), `shuffle` every exchange inside a
 * warp (shuffle, vote, match), `atomic` global and shared atomics alike. Register moves and reads of
 * special registers belong to no class, as they belong to none of a profiler's.
 */
export const INSTRUCTION_CLASSES: readonly InstructionClass[] = [
  ...COMPUTE_CLASSES,
  ...GLOBAL_CLASSES,
  ...SHARED_CLASSES,
  ...LOCAL_CLASSES,
  ...CONSTANT_CLASSES,
  ...TEXTURE_CLASSES,
  ...OTHER_CLASSES,
];

/** Instructions by class. */
export type ClassCounts = Record<InstructionClass, number>;

/** No instructions of any class. */
export function emptyCounts(): ClassCounts {
  return Object.fromEntries(INSTRUCTION_CLASSES.map((name) => [name, 0])) as ClassCounts;
}
