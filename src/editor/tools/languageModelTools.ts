// Tools by which a chat in the editor asks for what the views show. They read results; they change nothing.
import * as vscode from 'vscode';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { coRunAnswer, kernelAnswer, kernelsAnswer } from '../../words/texts/toolAnswers';
import { InputError } from '../../kernel/result';
import { words } from '../../words';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { say } from '../../words/say';

/** What the model passes, as the schemas in package.json have it. */
interface ToolInput {
  readonly kernel?: string;
  readonly beside?: string;
}

type Answer = (results: WorkspaceResults, input: ToolInput) => string;

const ANSWERS: Readonly<Record<string, Answer>> = {
  corun_kernels: (results) => kernelsAnswer(results),
  corun_kernel: (results, { kernel = '' }) => kernelAnswer(results, kernel),
  corun_coRun: (results, { kernel = '', beside = '' }) => coRunAnswer(results, kernel, beside),
};

export function registerLanguageModelTools(analysis: WorkspaceAnalysis): vscode.Disposable {
  return vscode.Disposable.from(
    ...Object.entries(ANSWERS).map(([name, answer]) =>
      vscode.lm.registerTool<ToolInput>(name, {
        invoke: async ({ input }) => {
          const text = await answerFrom(analysis, (results) => answer(results, input));
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    ),
  );
}

/** An answer in words, also where there is none: the model is to pass on the reason. */
async function answerFrom(
  analysis: WorkspaceAnalysis,
  make: (results: WorkspaceResults) => string,
): Promise<string> {
  await analysis.whenAnalysed();
  const results = analysis.results();
  if (!results) return say('editor.notAnalysed');
  try {
    return make(results);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return words(error.said);
  }
}
