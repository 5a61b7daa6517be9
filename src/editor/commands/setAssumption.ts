import * as vscode from 'vscode';
import { words } from '../../words';
import { say } from '../../words/say';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { writeAssumptions } from '../settings';
import { askedWith, settables, type Settable } from './settables';

/**
 * Asks for the value of an assumption, or for the numbers that the sources leave open, and keeps them in the settings.
 * Escape leaves those behind as they are.
 */
export async function setAssumption(analysis: WorkspaceAnalysis, key: unknown): Promise<void> {
  const results = analysis.results();
  if (!results) return;
  const all = settables(results);
  const chosen = all.find((candidate) => candidate.key === key) ?? (await pick(all));
  if (!chosen) return;
  const asked = askedWith(results, chosen);
  const given = new Map<string, number | string | null>();
  for (const [at, one] of asked.entries()) {
    const value = await ask(one, at + 1, asked.length);
    if (value === undefined) break;
    given.set(one.key, value);
  }
  if (given.size > 0) await writeAssumptions(given);
}

/** Null to go back to what was assumed, undefined where the user gives up. */
async function ask(one: Settable, step: number, steps: number): Promise<number | string | null | undefined> {
  const text = await vscode.window.showInputBox({
    title: steps === 1 ? one.key : say('editor.stepOf', { key: one.key, step, steps }),
    prompt: `${words(one.text)} ${say(one.value === null ? 'editor.leaveOpen' : 'editor.leaveEmpty')}`,
    value: String(one.value ?? ''),
    ...(one.placeHolder !== undefined && { placeHolder: one.placeHolder }),
    validateInput: (typed) =>
      typeof one.value !== 'string' && typed.trim() !== '' && !Number.isFinite(Number(typed))
        ? say('editor.notANumber')
        : null,
  });
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === '') return null;
  return Number.isFinite(number) ? number : text;
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
