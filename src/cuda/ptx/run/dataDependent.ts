/** A kernel whose control flow depends on what the memory holds, and on which comparison. */
export class PtxDataDependent extends Error {}
