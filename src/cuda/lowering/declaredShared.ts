import type { Kernel, Launch, SharedDeclaration } from '../../kernel/kernel';
import { evaluate } from '../constants/evaluate';
import { constant, Scope } from '../constants/scope';
import type { FunctionUnit } from '../files/functionUnit';
import type { MixSources } from '../mix/kernelEnvironment';
import { givenNumbers, knownOf, type LoweringOptions } from './lowerKernel';

/** A type that nobody gives counts in readings of bodies as `float`, one without a definition as as many bytes. */
const UNKNOWN_TYPE = 'float';
const UNKNOWN_BYTES = 4;
/** The widest element of a program's array: its bytes are rounded up to a multiple of it at most. */
const WIDEST_BYTES = 16;

/**
 * Bytes that the static shared arrays of a kernel's program have at most, from their declarations and the template
 * arguments of the launch, without a reading of the body; null where only a reading tells.
 *
 * @param others the functions that the kernel may call: where one has shared arrays of its own, only a reading tells
 */
export function mostSharedBytes(
  { shared }: Kernel,
  unit: FunctionUnit,
  launch: Launch | null,
  options: LoweringOptions,
  sources: MixSources,
  others: readonly FunctionUnit[],
): number | null {
  const given = givenNumbers(unit, launch, options, sources);
  if ([...given.keys()].some((name) => name.startsWith('elements_'))) return null;
  if (others.some(({ kind, text }) => kind !== 'kernel' && /\b__shared__\b/.test(text))) return null;
  const { templateArguments } = knownOf(unit, launch, options, sources);
  const scope = instanceScope(unit, templateArguments);
  const bytes = shared.filter(({ dynamic }) => !dynamic).map((one) => bytesOf(one, scope));
  return bytes.reduce<number | null>((sum, one) => (sum === null || one === null ? null : sum + one), 0);
}

/** What is in sight at the end of the body, with the template parameters standing for what they are given. */
function instanceScope(unit: FunctionUnit, given: ReadonlyMap<string, string>): Scope {
  const scope = new Scope(unit.scopeAt(unit.text.lastIndexOf('}')));
  for (const { kind, name, default: fallback } of unit.outline.template) {
    const text = given.get(name) ?? fallback;
    if (/^(typename|class)\b/.test(kind)) {
      const isKnown = text !== undefined && evaluate(`sizeof(${text})`, scope).value !== null;
      scope.define({ kind: 'type', name, target: isKnown ? text : UNKNOWN_TYPE, members: [] });
    } else if (text !== undefined && Number.isFinite(Number(text))) scope.define(constant(name, text));
  }
  return scope;
}

function bytesOf({ elementType, bytes }: SharedDeclaration, scope: Scope): number | null {
  const text = bytes?.text ?? '';
  const known = bytes?.value ?? evaluate(text, scope).value;
  const ofType = `sizeof(${elementType})`;
  const taken =
    known ??
    (text.startsWith(ofType) ? evaluate(`${UNKNOWN_BYTES}${text.slice(ofType.length)}`, scope).value : null);
  return taken === null || taken < 0 ? null : WIDEST_BYTES * Math.ceil(taken / WIDEST_BYTES);
}
