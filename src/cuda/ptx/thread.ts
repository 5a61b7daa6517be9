import type { Dim3 } from '../../kernel/symbolic';
import type { PtxValue } from './arithmetic';

/** What a thread sees of the launch. */
export interface PtxThread {
  readonly thread: Dim3;
  readonly block: Dim3;
  readonly blockDim: Dim3;
  readonly gridDim: Dim3;
  /** Values of the kernel's parameters in order; null where they are not known. */
  readonly parameters: readonly PtxValue[];
}

const AXES = ['x', 'y', 'z'];

/** A special register such as `%tid.x`; null for clocks and others that say nothing about control flow. */
export function specialRegister(name: string, context: PtxThread): PtxValue {
  const [register = '', axis = 'x'] = name.slice(1).split('.');
  const place = AXES.indexOf(axis);
  switch (register) {
    case 'tid':
      return context.thread[place] ?? null;
    case 'ctaid':
      return context.block[place] ?? null;
    case 'ntid':
      return context.blockDim[place] ?? null;
    case 'nctaid':
      return context.gridDim[place] ?? null;
    case 'laneid':
      return linear(context) % 32;
    default:
      return null;
  }
}

function linear({ thread: [x, y, z], blockDim }: PtxThread): number {
  return (z * blockDim[1] + y) * blockDim[0] + x;
}
