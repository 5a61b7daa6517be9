/** Kernels that can run together, as the views show them. */
export type { OverlapWord } from '../../sharing/overlapVerdict';
export { kernelFinder, meetings, type MetKernel } from '../corun/kernelPairs';
export { isToldByNumbers, pairLacks, sizesIn, typedName, type PairLack } from '../corun/pairLacks';
export { pairVerdicts, slowedKernels, takesOf, type PairVerdict } from '../corun/pairVerdicts';
export { resourceUse, together, usesOf, type ResourceUse } from '../corun/resourceUse';
