import type { ThreadState } from './threadState';

type Operand = number | null;

/** Byte offsets of blockDim and gridDim in constant bank 0, the same for sm_70 to sm_89. */
const LAUNCH_WORDS = 6;

function constantWord(offset: number, state: ThreadState): Operand {
  const { blockDim, gridDim, constants } = state.context;
  const word = offset / 4;
  if (word < LAUNCH_WORDS) return [...blockDim, ...gridDim][word] ?? null;
  return constants.get(offset) ?? null;
}

/** An operand as an integer; null while unknown. */
export function readBig(text: string | undefined, state: ThreadState, signed: boolean): bigint | null {
  if (text === undefined) return 0n;
  const value = readWord(text.replace('.reuse', ''), state);
  return value === null
    ? null
    : signed
      ? BigInt.asIntN(32, BigInt(value))
      : BigInt.asUintN(32, BigInt(value));
}

function readWord(text: string, state: ThreadState): Operand {
  if (text.startsWith('-') && !/^-0x/.test(text)) {
    const value = readWord(text.slice(1), state);
    return value === null ? null : -value;
  }
  if (text.startsWith('~')) {
    const value = readWord(text.slice(1), state);
    return value === null ? null : ~value;
  }
  const constant = /^c\[0x0\]\[0x([0-9a-f]+)\]$/.exec(text);
  if (constant !== null) return constantWord(Number.parseInt(constant[1]!, 16), state);
  if (/^-?0x[0-9a-f]+$/.test(text)) return text.startsWith('-') ? -Number(text.slice(1)) : Number(text);
  if (/^-?\d+$/.test(text)) return Number(text);
  return /^U?R(\d+|Z)$/.test(text) ? state.register(text) : null;
}
