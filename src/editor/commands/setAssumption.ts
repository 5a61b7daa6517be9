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
    value: String(chosen.value),
    validateInput: (typed) =>
      typeof chosen.value === 'number' && typed.trim() !== '' && !Number.isFinite(Number(typed))
        ? say('editor.notANumber')
        : null,
  });
  if (text === undefined) return;
  const number = Number(text);
  await writeAssumption(chosen.key, text.trim() === '' ? null : Number.isFinite(number) ? number : text);
}

/** What can be set: what was assumed, and what is missing. */
function settable(results: WorkspaceResults): readonly Assumption[] {
  const open = results.files.flatMap(({ kernels }) => kernels.flatMap(({ openSizes }) => openSizes));
  const assumed = results.assumptions.filter(({ value }) => value !== '');
  return [...new Map([...open.map(asAssumption), ...assumed].map((one) => [one.key, one])).values()];
}

function asAssumption({ key, name, value }: OpenSize): Assumption {
  return { key, value: value ?? 1, text: say('editor.openSize', { name }) };
}

async function pick(all: readonly Assumption[]): Promise<Assumption | undefined> {
  const items = all.map((one) => ({
    label: one.key,
    description: String(one.value),
    detail: words(one.text),
    one,
  }));
  return (await vscode.window.showQuickPick(items, { title: say('editor.whichAssumption') }))?.one;
}
