import type { OpenSize } from '../../analysis/results/kernelResult';
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

type Kernels = Pick<WorkspaceResults, 'files' | 'assumptions'>;

/** What can be set: what was assumed, and what is missing. */
export function settables({ files, assumptions }: Kernels): readonly Settable[] {
  const open = files.flatMap(({ kernels }) => kernels.flatMap(({ openSizes }) => openSizes));
  const assumed = assumptions.filter(({ value }) => value !== '');
  return [
    ...new Map([...open.map(missing), ...assumed].map((one): [string, Settable] => [one.key, one])).values(),
  ];
}

/** What is asked for in a row: a number that is missing brings those that its kernels lack beside it. */
export function askedWith(results: Kernels, chosen: Settable): readonly Settable[] {
  if (chosen.value !== null) return [chosen];
  const beside = results.files
    .flatMap(({ kernels }) => kernels)
    .filter(({ openSizes }) => openSizes.some(({ key }) => key === chosen.key))
    .flatMap(({ openSizes }) => openSizes.map(({ key }) => key));
  const keys = new Set([chosen.key, ...beside]);
  const all = new Map(settables(results).map((one) => [one.key, one]));
  return [...keys].flatMap((key) => all.get(key) ?? []);
}

/** What was simulated with so far is nobody's number: it is named, not filled in. */
function missing({ key, name, value }: OpenSize): Settable {
  const placeHolder =
    value === null ? say('editor.sizeExample') : say('editor.sizeTaken', { value: String(value) });
  return { key, value: null, text: say('editor.openSize', { name }), placeHolder };
}
