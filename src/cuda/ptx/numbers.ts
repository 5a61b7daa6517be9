const view = new DataView(new ArrayBuffer(8));

/** Bits of a number of PTX text as a float of 32 or 64 bits: `0f3F800000`, `0d…`, `1.5`; null for other text. */
export function floatBits(text: string, bits: 32 | 64): bigint | null {
  const [, sign, kind, digits = ''] = /^(-?)0([fFdD])([0-9a-fA-F]+)$/.exec(text) ?? [];
  if (kind === undefined)
    return /^-?\d+(\.\d*)?([eE][-+]?\d+)?$/.test(text) ? bitsOf(Number(text), bits) : null;
  const wide = /[dD]/.test(kind);
  if (digits.length > (wide ? 16 : 8)) return null;
  const raw = BigInt(`0x${digits}`);
  if (wide === (bits === 64) && sign === '') return raw;
  view.setBigUint64(0, raw);
  const value = wide ? view.getFloat64(0) : view.getFloat32(4);
  return bitsOf(sign === '-' ? -value : value, bits);
}

function bitsOf(value: number, bits: 32 | 64): bigint {
  if (bits === 64) {
    view.setFloat64(0, value);
    return view.getBigUint64(0);
  }
  view.setFloat32(0, value);
  return BigInt(view.getUint32(0));
}

/** Bits of a whole number of PTX text, or null. */
export function wholeBits(text: string): bigint | null {
  const match = /^(-?)(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)U?$/.exec(text);
  if (match === null) return null;
  const digits = match[2]!;
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return match[1] === '-' ? -value : value;
}
