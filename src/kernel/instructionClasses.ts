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
export const ACCESS_CLASSES = {
  global: ['globalLoad', 'globalStore'],
  shared: ['sharedLoad', 'sharedStore'],
  local: ['localLoad', 'localStore'],
  constant: ['constantLoad'],
  texture: ['textureLoad'],
} as const;

/**
 * Instruction classes of the mix estimate, by functional unit and memory space. `special` is the
 * multi-function unit (reciprocal, square root, sine, exponential), `shuffle` every exchange inside a
 * warp (shuffle, vote, match), `atomic` global and shared atomics alike. Register moves and reads of
 * special registers belong to no class, as they belong to none of a profiler's.
 */
export const INSTRUCTION_CLASSES = [
  ...COMPUTE_CLASSES,
  ...ACCESS_CLASSES.global,
  ...ACCESS_CLASSES.shared,
  ...ACCESS_CLASSES.local,
  ...ACCESS_CLASSES.constant,
  ...ACCESS_CLASSES.texture,
  'atomic',
  'shuffle',
  'barrier',
] as const;

/** An instruction class of the mix estimate. */
export type InstructionClass = (typeof INSTRUCTION_CLASSES)[number];
