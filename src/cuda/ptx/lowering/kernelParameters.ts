import type { KernelState } from '../../reading/body/state';
import type { Value } from '../../reading/values/graph';
import { isFloating, scalarOf } from '../../reading/values/types';
import { Source } from '../../reading/values/value';
import type { PtxFunction } from '../module';
import { addressOf } from './operands';
import { pointerTo, typeOf } from './values';

/** Name of a parameter as people set it: compilers put the kernel's name in front. */
export function parameterName({ entry }: Pick<PtxFunction, 'entry'>, name: string): string {
  return name.startsWith(`${entry}_`) ? name.slice(entry.length + 1) : name;
}

/** Values of a kernel's parameters. */
export class KernelParameters {
  /** Registers that addresses start from. */
  private readonly pointers: ReadonlySet<string>;

  constructor(
    private readonly state: KernelState,
    private readonly made: PtxFunction,
  ) {
    this.pointers = pointersIn(made);
  }

  /**
   * What lies at some bytes of a parameter.
   * @param type as the load names it
   * @param register that it is loaded into
   */
  valueOf(parameter: string, bytes: number, type: string, register: string): Value | null {
    const found = this.made.parameters.find(({ name }) => name === parameter);
    if (found === undefined) return null;
    const short = parameterName(this.made, parameter);
    const isWhole = bytes === 0 && found.bytes <= 8;
    const name = isWhole ? short : `${short}_${bytes}`;
    const { table, context } = this.state;
    if (/64$/.test(type) && this.pointers.has(register))
      return table.symbol(name, pointerTo('global'), Source.argument, null, false);
    // Instructions say whether a number has a sign, registers and parameters do not.
    const own = typeOf(type.replace(/^u/, 's'));
    const known = isFloating(scalarOf(own)) ? null : (context.parameters.get(name) ?? null);
    return table.symbol(name, own, Source.argument, known, known !== null);
  }
}

/** Registers that hold pointers: addresses lead back to them through sums and conversions of address spaces. */
function pointersIn({ instructions }: PtxFunction): ReadonlySet<string> {
  const makers = new Map<string, (readonly string[])[]>();
  const named = new Set<string>();
  for (const { opcode, operands } of instructions) {
    const name = opcode[0] ?? '';
    const [to = '', a = '', b = '', c = ''] = operands;
    if (name === 'cvta') named.add(a);
    const from = { mov: [a], cvta: [a], add: [a, b], sub: [a], mad: [c], selp: [a, b] }[name];
    if (from !== undefined) makers.set(to, [...(makers.get(to) ?? []), from]);
  }
  const found = new Set(named);
  for (const { opcode, operands } of instructions) {
    if (!/^(ld|ldu|st|atom|red|cp|prefetch)$/.test(opcode[0] ?? '') || opcode.includes('param')) continue;
    for (const operand of operands) follow(addressOf(operand)?.base ?? '', makers, named, found);
  }
  for (const register of named) follow(register, makers, new Set(), found);
  return found;
}

/** Where a way leads to what is converted from a pointer, the other terms of its sums are numbers. */
function follow(
  start: string,
  makers: ReadonlyMap<string, readonly (readonly string[])[]>,
  named: ReadonlySet<string>,
  found: Set<string>,
): void {
  const reachesNamed = (name: string, seen: Set<string>): boolean => {
    if (named.has(name)) return true;
    if (seen.has(name)) return false;
    seen.add(name);
    return (makers.get(name) ?? []).some((from) => from.some((one) => reachesNamed(one, seen)));
  };
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    found.add(name);
    for (const from of makers.get(name) ?? []) {
      const sure = from.filter((one) => reachesNamed(one, new Set()));
      for (const one of sure.length > 0 ? sure : from) visit(one);
    }
  };
  if (start !== '') visit(start);
}
