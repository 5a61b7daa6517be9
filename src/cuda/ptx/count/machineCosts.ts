import { mathCost } from '../../mix/cost/mathCosts';
import type { InstructionClass } from '../../../kernel/instructionClasses';
import { matrixOfPtx } from '../../reading/values/matrixInstruction';
import type { PtxInstruction } from '../module';

/** Machine instructions by class. */
export type Cost = Readonly<Partial<Record<InstructionClass, number>>>;

export const FREE: Cost = {};

/**
 * Machine instructions that ptxas makes of one PTX instruction by itself, what it folds into others apart: see
 * `folding.ts`. Sequences stand as `npm run study -- instruction-mix --expansions` counted them in machine code.
 */
export function machineCost(instruction: PtxInstruction): Cost {
  const { opcode, operands } = instruction;
  const name = opcode[0] ?? '';
  const type = opcode.at(-1) ?? '';
  if (FREE_NAMES.has(name)) return FREE;
  if (name === 'bar' && opcode[1] === 'warp') return { control: 1 };
  const simple = ANY_TYPE[name];
  if (simple !== undefined) return { [simple]: 1 };
  if (name === 'cp') return copyCost(opcode);
  if (name === 'ld' || name === 'st') return accessCost(name, opcode, operands);
  if (type === 'pred') return FREE;
  if (name === 'cvt') return conversionCost(opcode);
  if (name === 'mma') return { tensor: matrixOfPtx(opcode.join('.'))?.count ?? 1 };
  if (/^(?:[us]?f(?:32|64|16)|bf16)/.test(type)) return floatingCost(opcode, operands);
  return integerCost(name, type);
}

/** Moves, and what is an operand's modifier or a special register in machine code. */
const FREE_NAMES = new Set(['mov', 'cvta', 'pragma']);

const ANY_TYPE: Readonly<Record<string, InstructionClass>> = {
  bra: 'control',
  ret: 'control',
  exit: 'control',
  membar: 'control',
  fence: 'control',
  bar: 'barrier',
  barrier: 'barrier',
  shfl: 'shuffle',
  vote: 'shuffle',
  match: 'shuffle',
  redux: 'shuffle',
  activemask: 'shuffle',
  atom: 'atomic',
  red: 'atomic',
  tex: 'textureLoad',
  tld4: 'textureLoad',
  suld: 'textureLoad',
  sust: 'globalStore',
};

/** An asynchronous copy of one thread is a load from global memory; a group of them is closed and waited for. */
function copyCost([, , third]: readonly string[]): Cost {
  return /^(commit_group|wait_group|wait_all)$/.test(third ?? '') ? { control: 1 } : { globalLoad: 1 };
}

const SPACES = ['global', 'shared', 'local', 'const'] as const;

function accessCost(name: 'ld' | 'st', opcode: readonly string[], operands: readonly string[]): Cost {
  const space = SPACES.find((one) => opcode.includes(one));
  if (opcode.includes('param')) return FREE;
  // What lies at a place known to the compiler is an operand.
  if (space === 'const') return /%/.test(operands[1] ?? '') ? { constantLoad: 1 } : FREE;
  const direction = name === 'ld' ? 'Load' : 'Store';
  return { [`${space ?? 'global'}${direction}`]: 1 };
}

function conversionCost(opcode: readonly string[]): Cost {
  const [to = '', from = ''] = [opcode.at(-2), opcode.at(-1)];
  if (from === 'f16' && to === 'f32') return { fp16: 1 };
  // Double precision has no such modifier: a maximum and a minimum.
  if (to === from && opcode.includes('sat'))
    return to === 'f64' ? twice(mathCost('fmin') ?? FREE) : { fp32: 1 };
  if (/f\d/.test(to) || /f\d/.test(from)) return { conversion: 1 };
  // Of a wider signed number only the upper part has to be made.
  return (from === 's32' && /64$/.test(to)) || from === 's8' ? { integer: 1 } : FREE;
}

function twice(cost: Cost): Cost {
  return Object.fromEntries(Object.entries(cost).map(([name, count]) => [name, 2 * count]));
}

const CLASS_OF: Readonly<Record<string, InstructionClass>> = {
  f32: 'fp32',
  f64: 'fp64',
  f16: 'fp16',
  f16x2: 'fp16',
  bf16: 'fp16',
  bf16x2: 'fp16',
};

/** PTX functions as the CUDA functions that become nothing else. */
const AS_FUNCTION: Readonly<Record<string, string>> = {
  'sqrt.rn.f32': 'sqrtf',
  'rcp.rn.f32': '1.0f/x',
  'sin.approx.f32': '__sinf',
  'cos.approx.f32': '__cosf',
  'lg2.approx.f32': '__log2f',
  'ex2.approx.f32': 'exp2f',
  'rsqrt.approx.f32': 'rsqrtf',
  'div.approx.f32': '__fdividef',
  'div.full.f32': '__fdividef',
  'rcp.rn.f64': '1.0/x',
  'sqrt.rn.f64': 'sqrt',
};

function floatingCost(opcode: readonly string[], operands: readonly string[]): Cost {
  const [name = '', type = ''] = [opcode[0], opcode.at(-1)];
  const unit = CLASS_OF[type] ?? 'fp32';
  const sequence = AS_FUNCTION[opcode.join('.')];
  if (sequence !== undefined) return mathCost(sequence) ?? FREE;
  if (/^(rcp|sin|cos|lg2|ex2|rsqrt|sqrt|tanh)$/.test(name)) return { special: 1 };
  if (name === 'div') return mathCost(type === 'f64' ? 'x/y double' : 'x/y float') ?? FREE;
  if (name === 'neg' || name === 'abs') return FREE;
  if (name === 'copysign') return { integer: 1 };
  if (name === 'selp' && type === 'f64') return { fp32: 2 };
  if ((name === 'min' || name === 'max') && type === 'f64') return mathCost('fmin') ?? FREE;
  return operands.length === 0 ? FREE : { [unit]: 1 };
}

function integerCost(name: string, type: string): Cost {
  const wide = /64$/.test(type);
  const unsigned = type.startsWith('u');
  switch (name) {
    case 'neg':
    case 'not':
      return FREE;
    case 'mul':
    case 'mad':
      return { integer: wide ? 4 : 1 };
    case 'div':
    case 'rem':
      return wide
        ? { integer: 14, special: 1, control: 3, conversion: 2 }
        : { integer: unsigned ? 14 : 18, special: 1, conversion: 2 };
    default:
      return { integer: wide ? 2 : 1 };
  }
}
