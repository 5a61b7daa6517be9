import { pairLacks, pairVerdicts, sizesIn } from '../../analysis/results/overlapResult';
import type { OpenSize } from '../../analysis/results/kernelResult';
import { distinctNumbers } from '../../analysis/results/openNumbers';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { Assumption } from '../../kernel/origin';
import { say } from '../../words/say';

/** A number or name that the user may set; without a value where nothing tells it. */
export interface Settable {
  readonly key: string;
  readonly text: Assumption['text'];
  readonly value: Assumption['value'] | null;
  readonly placeHolder?: string;
}

/** What can be set: what was assumed, and what is missing. */
export function settables(results: WorkspaceResults): readonly Settable[] {
  const waiting = [...kernelsWait(results), ...programsWait(results)];
  const open = new Map(waiting.flat().map((one): [string, Settable] => [one.key, missing(one)]));
  const assumed = results.assumptions.filter(({ value }) => value !== '').map((one) => told(one, open));
  return distinctNumbers([...open.values(), ...assumed]);
}

/** A number that was taken and that something waits for all the same is missing still: only who told it has told it. */
function told(one: Assumption, open: ReadonlyMap<string, Settable>): Settable {
  const asked = one.original === undefined ? open.get(one.key) : undefined;
  if (asked === undefined) return one;
  return { ...asked, text: one.text, placeHolder: say('editor.sizeTaken', { value: String(one.value) }) };
}

/**
 * What is asked for in a row: a number that is missing brings those that its kernels and pairs of them lack beside it, one
 * that only programs wait for those of the programs. A kernel is timed without what other kernels of its program lack.
 */
export function askedWith(results: WorkspaceResults, chosen: Settable): readonly Settable[] {
  if (chosen.value !== null) return [chosen];
  const waiting = [kernelsWait(results), programsWait(results)].map((all) =>
    all.filter((open) => open.some(({ key }) => key === chosen.key)),
  );
  const beside = (waiting.find((all) => all.length > 0) ?? []).flat();
  const keys = new Set([chosen.key, ...beside.map(({ key }) => key)]);
  const all = new Map(settables(results).map((one) => [one.key, one]));
  return [...keys].flatMap((key) => all.get(key) ?? []);
}

/** The numbers that each kernel, and each pair that can run together, waits for. */
function kernelsWait(results: WorkspaceResults): readonly (readonly OpenSize[])[] {
  return [
    ...results.files.flatMap(({ kernels }) => kernels.map(({ openSizes }) => openSizes)),
    ...pairVerdicts(results).map((one) => sizesIn(pairLacks(one))),
  ];
}

/** The numbers that each program waits for. */
function programsWait({ applications }: WorkspaceResults): readonly (readonly OpenSize[])[] {
  return applications.map(({ openNumbers = [] }) =>
    openNumbers.map((name) => ({ key: name, name, value: null })),
  );
}

/** What was simulated with so far is nobody's number: it is named, not filled in. */
function missing({ key, name, value }: OpenSize): Settable {
  const placeHolder =
    value === null ? say('editor.sizeExample') : say('editor.sizeTaken', { value: String(value) });
  return { key, value: null, text: say('editor.openSize', { name }), placeHolder };
}
