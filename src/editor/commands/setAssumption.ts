import * as vscode from 'vscode';
import type { OpenSize } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { Assumption } from '../../kernel/origin';
import { words } from '../../words';
import { say } from '../../words/say';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { writeAssumption } from '../settings';

/** Asks for the value of an assumption, or for a number that the sources leave open, and keeps it in the settings. */
export async function setAssumption(analysis: WorkspaceAnalysis, key: unknown): Promise<void> {
  const results = analysis.results();
  if (!results) return;
  const all = settable(results);
  const chosen = all.find((candidate) => candidate.key === key) ?? (await pick(all));
  if (!chosen) return;
  const text = await vscode.window.showInputBox({
    title: chosen.key,
    prompt: `${words(chosen.text)} ${say('editor.leaveEmpty')}`,
    value: String(chosen.value ?? ''),
    ...(chosen.placeHolder !== undefined && { placeHolder: chosen.placeHolder }),
    validateInput: (typed) =>
      typeof chosen.value !== 'string' && typed.trim() !== '' && !Number.isFinite(Number(typed))
        ? say('editor.notANumber')
        : null,
  });
  if (text === undefined) return;
  const number = Number(text);
  await writeAssumption(chosen.key, text.trim() === '' ? null : Number.isFinite(number) ? number : text);
}

/** A number or name that the user may set; without a value where nothing tells it. */
interface Settable {
  readonly key: string;
  readonly text: Assumption['text'];
  readonly value: Assumption['value'] | null;
  readonly placeHolder?: string;
}

/** What can be set: what was assumed, and what is missing. */
function settable(results: WorkspaceResults): readonly Settable[] {
  const open = results.files.flatMap(({ kernels }) => kernels.flatMap(({ openSizes }) => openSizes));
  const assumed = results.assumptions.filter(({ value }) => value !== '');
  return [
    ...new Map([...open.map(missing), ...assumed].map((one): [string, Settable] => [one.key, one])).values(),
  ];
}

/** What was simulated with so far is nobody's number: it is named, not filled in. */
function missing({ key, name, value }: OpenSize): Settable {
  const placeHolder =
    value === null ? say('editor.sizeExample') : say('editor.sizeTaken', { value: String(value) });
  return { key, value: null, text: say('editor.openSize', { name }), placeHolder };
}

async function pick(all: readonly Settable[]): Promise<Settable | undefined> {
  const items = all.map((one) => ({
    label: one.key,
    description: one.value === null ? say('editor.sizeMissing') : String(one.value),
    detail: words(one.text),
    one,
  }));
  return (await vscode.window.showQuickPick(items, { title: say('editor.whichAssumption') }))?.one;
}
