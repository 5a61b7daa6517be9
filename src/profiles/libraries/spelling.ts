import type { KernelDataType, KernelOperationKind, KernelReading, Told } from '../../kernel/kernelReading';
import { parseKernelName, type KernelName } from '../names/kernelName';

/** No library's names are longer than this; what follows is not looked at. */
const LONGEST = 8192;

/** A kernel's name in the forms that readers look at. */
export interface Spelling extends KernelName {
  /** As the file has it, without `void`, launch number and anonymous namespaces; mangled names taken apart. */
  readonly text: string;
  /** Scopes and name, `at::native::reduce_kernel`. */
  readonly path: string;
}

/** Reads the names of one library; null for a name that is not one of them. */
export type LibraryReader = (name: Spelling) => Partial<KernelReading> | null;

export function spell(spelled: string): Spelling {
  const name = parseKernelName(withoutResult(spelled.slice(0, LONGEST)));
  const path = [...name.scope, name.base].join('::');
  const text = name.spelled.startsWith('_Z') ? rebuilt(name, path) : name.spelled;
  return {
    ...name,
    path,
    text: text
      .replace(/^void\s+/, '')
      .replaceAll(/\(anonymous namespace\)::|<unnamed>::/g, '')
      .replaceAll(/\((?:unsigned )?(?:int|long|bool)\)(?=\d)/g, ''),
  };
}

/** A name without the conditional type of a template's result before it, `std::enable_if<…>::type ` or without `std`. */
function withoutResult(spelled: string): string {
  if (!/^(?:void )?(?:typename )?(?:std::)?enable_if</.test(spelled)) return spelled;
  const end = spelled.indexOf('>::type ');
  return end < 0 ? spelled : spelled.slice(end + '>::type '.length);
}

/** A mangled name that cannot be read to its end is kept as it is: its words can still be found. */
function rebuilt(name: KernelName, path: string): string {
  if (name.truncated) return name.spelled;
  const { templateArguments, parameters } = name;
  return `${path}${templateArguments === null ? '' : `<${templateArguments.join(', ')}>`}(${(parameters ?? []).join(', ')})`;
}

export const told = <T>(value: T): Told<T> => ({ value, assumed: false });
export const assumed = <T>(value: T): Told<T> => ({ value, assumed: true });

/** A told operation, for rules. */
export function operation(value: KernelOperationKind): Pick<KernelReading, 'operation'> {
  return { operation: told(value) };
}

/** A data type for a spread; nothing where it is not known. */
export function dataType(type: Told<KernelDataType> | null): Partial<Pick<KernelReading, 'dataType'>> {
  return type === null ? {} : { dataType: type };
}

/** A number of a match's group; null where it did not take part. */
export function numberAt(match: RegExpExecArray | null, group: number): number | null {
  const text = match?.[group];
  return text === undefined ? null : Number(text);
}
