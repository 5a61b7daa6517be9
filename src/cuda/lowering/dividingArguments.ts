import { message } from '../../kernel/message';
import { volume } from '../../kernel/symbolic';
import type { KernelState } from '../reading/body/state';
import { hostNameOf, type Region, type Value } from '../reading/values/graph';
import { isFloating, scalarOf } from '../reading/values/types';
import { variesByThread } from './flow/guards';
import { rangeOf } from './index/form';
import { Forms, remainderOf, type LaunchExtents } from './index/formOf';
import { UnrolledRegion } from './index/unrolledRegion';
import { argumentsFor, largestOf, openArgumentsIn } from './openArguments';
import type { AssumedArgument } from './unresolvedArguments';

const isOpen = ({ known }: Value): boolean => known === null;

/**
 * Arguments of unknown value by which a thread's number is divided (`row = i / width`), with what is taken for them:
 * without them no guard and no address on its quotient or remainder has a form. The launch is taken to be as long in
 * all directions, of which there is one more than such arguments.
 */
export function dividingArguments(state: KernelState, launch: LaunchExtents): readonly AssumedArgument[] {
  const divisions = divisionsIn(state.root);
  if (divisions.length === 0) return [];
  const forms = new Forms(launch);
  const root = new UnrolledRegion(state.root, null);
  const all = new Set(divisions.flatMap(({ by }) => openArgumentsIn(by, isOpen)));
  const taken = new Map<string, number>();
  for (const { of, by } of divisions) {
    const form = forms.of(of, root);
    const threads = form === null ? volume(launch.grid) * volume(launch.block) : rangeOf(form).high + 1;
    const own = openArgumentsIn(by, isOpen).length;
    const wanted = Math.max(1, threads) ** (own / (all.size + 1));
    for (const [argument, value] of argumentsFor(by, wanted, isOpen)) {
      const name = hostNameOf(argument)!;
      const whole = Math.min(Math.max(1, Math.floor(value)), largestOf(argument));
      taken.set(name, Math.max(taken.get(name) ?? 1, whole));
    }
  }
  const why = message('cuda.asLongAsWide');
  return [...taken].map(([name, value]) => ({ name, value, why }));
}

interface Division {
  readonly of: Value;
  readonly by: Value;
}

/**
 * Divisions of numbers that differ between threads by open arguments, in what decides control flow and addresses. An
 * address that is a remainder alone wraps around, in a table of whatever length: it tells nothing of rows.
 */
function divisionsIn(root: Region): readonly Division[] {
  const found: Division[] = [];
  const seen = new Set<Value>();
  const visit = (value: Value, isAddress: boolean): void => {
    if (seen.has(value)) return;
    seen.add(value);
    const remainder = isAddress ? remainderOf(value) : null;
    if (remainder !== null) return [remainder.of, remainder.by].forEach((part) => visit(part, isAddress));
    const [of, by] = value.args;
    if (isDivision(value) && of !== undefined && by !== undefined) {
      if (openArgumentsIn(by, isOpen).length > 0 && variesByThread(of)) found.push({ of, by });
    }
    value.args.forEach((part) => visit(part, isAddress));
  };
  const visitRegion = ({ guard, count, events }: Region): void => {
    const counter = count?.counter ?? null;
    const decides = counter === null ? [guard] : [guard, count!.test, counter.start, counter.step];
    for (const value of decides) if (value !== null) visit(value, false);
    for (const event of events) {
      if (event.kind === 'nested') event.regions.forEach(visitRegion);
      else if (event.access !== null)
        [event.access.base, event.access.index].forEach((part) => visit(part, true));
    }
  };
  visitRegion(root);
  return found;
}

function isDivision({ kind, name, type }: Value): boolean {
  return kind === 'binary' && (name === 'div' || name === 'mod') && !isFloating(scalarOf(type));
}
