import { floatBits, wholeBits } from '../numbers';

/** An address of an instruction: what it starts from, and bytes behind that. */
interface AddressText {
  readonly base: string;
  readonly bytes: number;
}

/** `[%rd1+16]` in its parts; null for what is no address. */
export function addressOf(operand: string): AddressText | null {
  const [, base, sign = '', bytes = '0'] = /^\[([^\]+,]+?)(?:(\+-?|-)(\w+))?\]$/.exec(operand) ?? [];
  if (base === undefined) return null;
  return { base, bytes: Number(bytes) * (sign.endsWith('-') ? -1 : 1) };
}

/** The names in `{%f1,%f2}`; the operand itself where it is one. */
export function namesOf(operand: string): readonly string[] {
  return operand.startsWith('{')
    ? operand
        .slice(1, -1)
        .split(',')
        .map((one) => one.trim())
    : [operand];
}

/** The number that an operand stands for; null for names. */
export function numberOf(operand: string, floating: boolean): number | null {
  if (!floating) {
    const bits = wholeBits(operand);
    return bits === null ? null : Number(bits);
  }
  const wide = /^-?0[dD]/.test(operand);
  const bits = floatBits(operand, wide ? 64 : 32);
  if (bits === null) return null;
  const view = new DataView(new ArrayBuffer(8));
  if (wide) view.setBigUint64(0, bits);
  else view.setUint32(0, Number(bits));
  return wide ? view.getFloat64(0) : view.getFloat32(0);
}
