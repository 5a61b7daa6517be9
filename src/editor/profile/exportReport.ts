import * as vscode from 'vscode';
import { runProgram, type ProgramOutcome } from '../../files/runProgram';
import { reportExport, type ReportExport } from '../../profiles/exportReport';
import { say } from '../../words/say';
import { copyText } from '../commands/files';
import { openProfile } from './openProfile';

/** Reports of some GB take minutes. */
const LIMITS = { timeoutMs: 1_800_000, maxOutputBytes: 1_000_000 };
/** The end of what a program said that fits a message. */
const SAID = 300;

/** Exports a report by its own tool after asking, and opens what comes of it; never writes over a file. */
export async function exportReport(uri: vscode.Uri, format: string): Promise<void> {
  const known = reportExport(format, uri.fsPath);
  if (known === null || uri.scheme !== 'file') return;
  const target = vscode.Uri.file(known.target);
  if (await exists(target)) return offerThere(target);
  if (!vscode.workspace.isTrusted) return offerCommand(known, say('editor.export.untrusted'));
  const yes = say('editor.export.yes');
  const answer = await vscode.window.showInformationMessage(
    say('editor.export.ask', { program: known.program }),
    { modal: true, detail: commandLine(known) },
    yes,
  );
  if (answer !== yes) return;
  const outcome = await run(known);
  if (outcome.kind === 'cancelled') return;
  if (outcome.kind === 'exited' && outcome.code === 0 && (await exists(target))) return openProfile(target);
  return offerCommand(known, whyNot(known, outcome));
}

function run({ program, args }: ReportExport): Thenable<ProgramOutcome> {
  const location = vscode.ProgressLocation.Notification;
  const title = say('editor.export.title', { program });
  return vscode.window.withProgress({ location, title, cancellable: true }, (_progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return runProgram({ command: program, args, limits: LIMITS, signal: abort.signal });
  });
}

function whyNot({ program }: ReportExport, outcome: ProgramOutcome): string {
  if (outcome.kind === 'not-started') return say('editor.export.notFound', { program });
  const text = outcome.kind === 'exited' ? outcome.output.trim().slice(-SAID) : outcome.kind;
  return say('editor.export.failed', { program, text });
}

/** Says why nothing was exported, with the command to be run elsewhere. */
async function offerCommand(known: ReportExport, why: string): Promise<void> {
  const copy = say('webview.profile.copyCommand');
  const answer = await vscode.window.showWarningMessage(why, copy);
  if (answer === copy) await copyText(commandLine(known), say('webview.profile.command'));
}

async function offerThere(target: vscode.Uri): Promise<void> {
  const open = say('editor.open');
  const name = target.path.split('/').at(-1) ?? '';
  const answer = await vscode.window.showInformationMessage(say('editor.export.there', { name }), open);
  if (answer === open) await openProfile(target);
}

function commandLine({ program, args }: ReportExport): string {
  const quoted = args.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : `"${arg.replace(/["\\$`]/g, '\\$&')}"`));
  return [program, ...quoted].join(' ');
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
