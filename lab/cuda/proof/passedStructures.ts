import type { PtxModule, PtxVariable } from '../../../src/cuda/ptx/module';
import type { PtxArgument, PtxMember } from '../../../src/cuda/ptx/run/machine';
import type { Kernel } from '../../../src/kernel/kernel';

/** The variable that tells where members lie. */
const LAYOUT = 'corun_layout';
/** Numbers that it has of each member: offset, bytes, and whether it holds fractions. */
const TOLD = 3;

/** A member of a structure that a kernel takes by value, such as `box.width`, with the number in it. */
interface PassedMember {
  readonly parameter: number;
  /** The parameter's type without what only qualifies it. */
  readonly type: string;
  /** Inside of the parameter: `width`. */
  readonly path: string;
  readonly value: number;
}

/** The numbers in structures that a kernel takes by value, of those that a lowering knows. */
export function passedMembersOf(
  { parameters }: Pick<Kernel, 'parameters'>,
  values: Readonly<Record<string, number>>,
): readonly PassedMember[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const dot = name.indexOf('.');
    const parameter = dot < 0 ? -1 : parameters.findIndex((one) => one.name === name.slice(0, dot));
    const written = parameters[parameter]?.type ?? '*';
    if (/[*&[]/.test(written)) return [];
    const type = written.replace(/\b(const|volatile|__grid_constant__|__restrict__)\b/g, ' ').trim();
    return [{ parameter, type, path: name.slice(dot + 1), value }];
  });
}

/** Source text to stand behind a kernel's: from it the compiler tells where the members lie. */
export function layoutText(members: readonly PassedMember[]): string {
  const told = members.flatMap(({ type, path }) => {
    const member = `((${type} *)0)->${path}`;
    const isFraction = `(decltype(${member}))0.5f != (decltype(${member}))0`;
    return [
      `__builtin_offsetof(${type}, ${path})`,
      `sizeof(${member})`,
      `sizeof(${member}) > 1 && ${isFraction}`,
    ];
  });
  return `\nextern "C" __constant__ unsigned ${LAYOUT}[] = { ${told.map((one) => `unsigned(${one})`).join(', ')} };\n`;
}

/** The members as arguments, by the parameter, as a module compiled with `layoutText` tells; none where it does not. */
export function structureArguments(
  { variables }: PtxModule,
  members: readonly PassedMember[],
): ReadonlyMap<number, PtxArgument> {
  const numbers = wordsOf(variables.find(({ name }) => name === LAYOUT));
  if (numbers.length !== TOLD * members.length) return new Map();
  const found = new Map<number, PtxMember[]>();
  members.forEach(({ parameter, value }, place) => {
    const [offset, bytes, isFraction] = numbers.slice(TOLD * place) as [number, number, number];
    const type = isFraction === 0 ? '.b' : bytes === 4 ? '.f32' : '.f64';
    found.set(parameter, [...(found.get(parameter) ?? []), { offset, bytes, type, value }]);
  });
  return found;
}

/** The words of an array, of which the text leaves out zeros at the end. */
function wordsOf(variable: PtxVariable | undefined): readonly number[] {
  const { bytes = 0, initial = [] } = variable ?? {};
  const view = new DataView(new ArrayBuffer(bytes));
  let at = 0;
  for (const part of initial) {
    for (let byte = 0; 'bits' in part && byte < part.bytes; byte++)
      view.setUint8(at + byte, Number((part.bits >> BigInt(8 * byte)) & 0xffn));
    at += part.bytes;
  }
  return Array.from({ length: Math.floor(bytes / 4) }, (_, word) => view.getUint32(4 * word, true));
}
