/** Tests whether a device's name is that of a GPU or accelerator of another maker than NVIDIA. */
export function isOtherMaker(device: string): boolean {
  return /\b(?:AMD|Radeon|Instinct|gfx\d\w*|Intel|MTIA|Ascend)\b/i.test(device);
}

/** Tests whether a call is one of AMD's runtime. */
export function isHipCall(name: string): boolean {
  return /^hip[A-Z]/.test(name);
}
