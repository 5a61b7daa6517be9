import type { Scope } from '../constants/scope';

/** Arithmetic types and the runtime's small vectors: passed by value, they hold no pointer. */
const PLAIN_VALUE =
  /^((const|volatile|unsigned|signed|short|long|int|char|bool|float|double|half|__half|nv_bfloat16|__nv_bfloat16|size_t|ssize_t|ptrdiff_t|u?int(8|16|32|64)_t|uint|ulong|ushort|uchar|dim3|(u?(char|short|int|long|longlong)|float|double)[1-4])\s*)+$/;

/** A value that holds no pointer: arithmetic, or a structure of such. */
export function isPlain(type: string, scope: Scope, depth = 0): boolean {
  const text = type.replace(/\b(const|struct|restrict|__restrict|__restrict__)\b/g, ' ').trim();
  if (PLAIN_VALUE.test(text)) return true;
  const symbol = depth < 4 ? scope.lookup(text)?.symbol : undefined;
  if (symbol?.kind !== 'type') return false;
  if (symbol.target !== null) return isPlain(symbol.target, scope, depth + 1);
  return (
    symbol.members.length > 0 && symbol.members.every((member) => isPlain(member.type, scope, depth + 1))
  );
}
