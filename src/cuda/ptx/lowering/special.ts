import type { KernelState } from '../../reading/body/state';
import type { Value } from '../../reading/values/graph';
import { I32 } from '../../reading/values/types';
import { Source } from '../../reading/values/value';
import { WARP_SIZE } from '../../../kernel/warp';

const AXES = ['x', 'y', 'z'] as const;

/** A special register as values of the launch and the thread; what says nothing of those is data. */
export function specialRegister(state: KernelState, name: string): Value {
  const { table, grid, block } = state;
  const [register = '', axis = 'x'] = name.slice(1).split('.');
  const place = AXES.findIndex((one) => one === axis);
  const extent = (what: string, size: number): Value =>
    table.symbol(`${what}.${axis}`, I32, Source.launch, size, true);
  switch (register) {
    case 'tid':
      return table.symbol(`threadIdx.${axis}`, I32, Source.thread, null, true);
    case 'ctaid':
      return table.symbol(`blockIdx.${axis}`, I32, Source.thread, null, true);
    case 'ntid':
      return extent('blockDim', block[place] ?? 1);
    case 'nctaid':
      return extent('gridDim', grid[place] ?? 1);
    case 'laneid':
      return table.binary('and', linearThread(state), table.constant(WARP_SIZE - 1, I32));
    case 'warpid':
      return table.binary('div', linearThread(state), table.constant(WARP_SIZE, I32));
    default:
      return table.opaque(I32, state.varying, Source.data, [], name);
  }
}

function linearThread(state: KernelState): Value {
  const { table, block } = state;
  let value = specialRegister(state, '%tid.x');
  let stride = block[0];
  for (const place of [1, 2]) {
    if (block[place]! > 1) {
      const own = specialRegister(state, `%tid.${AXES[place]!}`);
      value = table.binary('add', value, table.binary('mul', own, table.constant(stride, I32)));
    }
    stride *= block[place]!;
  }
  return value;
}
