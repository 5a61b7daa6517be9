import type { Table } from '../../entry';

/** What the reader and the interpreter of PTX have to say. */
export const ptx: Table = {
  'cuda.ptxCalls': 'it calls {name}, and calls of PTX are not followed into a program',
  'cuda.ptxCharacter': '{character} is no PTX',
  'cuda.ptxDeadlock': 'not all threads of the block come to this barrier',
  'cuda.ptxEnds': 'the PTX ends in the middle of a statement',
  'cuda.ptxExpected': 'expected {expected}, found {found}',
  'cuda.ptxFault': 'This PTX is not read: {what}.',
  'cuda.ptxMisaligned': 'the address {address} is not aligned',
  'cuda.ptxNoBody': '{name} has no body in this file',
  'cuda.ptxNotCounted': 'its PTX is not counted: {reason}',
  'cuda.ptxNotRead': '{what} is not read in PTX',
  'cuda.ptxNotRun': '{what} cannot be run',
  'cuda.ptxOutside': 'the address {address} lies outside of memory',
  'cuda.ptxLoopLeft': 'the loop is left at several places: counted by the one that counts its iterations',
  'cuda.ptxTangled': 'its jumps make no loops and branches that stand in each other',
  'cuda.ptxTooLong': 'the kernel runs too long',
  'cuda.ptxTrap': 'the kernel traps',
  'cuda.ptxTwice': 'the label {name} stands here twice',
  'cuda.ptxUnknownName': '{name} is not declared',
};
