import { splitList, type KernelName } from './kernelName';
import { isValueArgument, sameType } from './typeNames';
import { between } from '../../kernel/texts';

/** How surely two spellings are of one kernel: all that both tell agrees, or some of it cannot be compared. */
export type NameAgreement = 'same' | 'possible';

const NO_PLACEHOLDERS: ReadonlySet<string> = new Set();

/** Tests whether two profilers' spellings can be of one kernel; null when they cannot. */
export function agreement(a: KernelName, b: KernelName): NameAgreement | null {
  if (a.spelled === b.spelled) return 'same';
  if (!sameBase(a, b) || !sameScope(a.scope, b.scope)) return null;
  const parts = [sameList(a.templateArguments, b.templateArguments), sameList(a.parameters, b.parameters)];
  if (parts.includes(false)) return null;
  return parts.includes(null) || a.truncated || b.truncated ? 'possible' : 'same';
}

/** A name that is cut may be the beginning of the other, where nothing follows it. */
function sameBase(a: KernelName, b: KernelName): boolean {
  if (a.base === b.base) return true;
  return (isBeginning(a) && b.base.startsWith(a.base)) || (isBeginning(b) && a.base.startsWith(b.base));
}

const isBeginning = ({ truncated, parameters, templateArguments, base }: KernelName): boolean =>
  truncated && parameters === null && templateArguments === null && base !== '';

/** Namespaces that only one spelling has leave it open; others must agree from the innermost on. */
function sameScope(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.every((part, i) => part === long[long.length - short.length + i]);
}

/** Null when one of them is left out, or some of their items may be other names for one type. */
function sameList(a: readonly string[] | null, b: readonly string[] | null): boolean | null {
  if (a === null || b === null) return a === b ? true : null;
  if (a.length !== b.length) return false;
  const verdicts = a.map((item, i) => sameArgument(item, b[i] ?? ''));
  if (verdicts.includes(false)) return false;
  return verdicts.includes(null) ? null : true;
}

/** Two template arguments or parameter types, with what stands in their own angle brackets. */
function sameArgument(a: string, b: string): boolean | null {
  if (compact(a) === compact(b)) return true;
  if (isValueArgument(a) && isValueArgument(b)) return argumentValue(a) === argumentValue(b);
  if (isValueArgument(a) || isValueArgument(b)) return null;
  const outer = sameType(a, b, NO_PLACEHOLDERS);
  if (outer === false) return false;
  const inA = between(a, '<', '>');
  const inB = between(b, '<', '>');
  if (inA === null || inB === null) return inA === inB ? outer : null;
  const inner = sameList(splitList(inA), splitList(inB));
  return inner === true ? outer : inner;
}

const compact = (text: string): string => text.replaceAll(/\s+/g, '');

/** `int=4`, `(int)4`, `4u` as `4`; `(bool)1` as `true`. */
export function argumentValue(argument: string): string {
  const value = argument.replace(/^.*=|\([^()]*\)/g, '').replace(/(?<![uUlL])[uUlL]+$/, '');
  return /^\(?bool\b/.test(argument) && /^[01]$/.test(value) ? String(value === '1') : value;
}
