import { blockJson } from '../analyzeJson';
import { words, titleOf } from '../../words';
import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { AdviceEdit } from '../../analysis/results/workspaceResults';
import { blockSummary } from '../../words/texts/summaries';
import { InputError } from '../../kernel/result';
import type { BlocksizeAnswer } from '../answers';
import { text, type Command } from '../command';
import { analyzePaths, settingsOf } from '../session';
import { message } from '../../kernel/message';
import { say } from '../../words/say';

export const blocksize: Command = {
  name: 'blocksize',
  summary: message('cli.blocksize.summary'),
  usage: 'PATH… [--kernel NAME] [--gpu ID] [--json]',
  options: {
    gpu: {
      type: 'string',
      value: 'ID',
      help: message('cli.option.gpu'),
      otherwise: message('cli.option.gpuOfProfiles', { gpu: 'h100-sxm' }),
    },
    kernel: {
      type: 'string',
      value: 'NAME',
      help: message('cli.option.kernel'),
      otherwise: message('cli.option.all'),
    },
  },
  run: async ({ positionals, options, ...said }) => {
    const { session, results } = await analyzePaths(positionals, settingsOf(options), said);
    const wanted = text(options, 'kernel');
    const all = results.files.flatMap(({ kernels }) => kernels);
    const chosen =
      wanted === undefined
        ? all
        : all.filter(({ name, qualifiedName }) => name === wanted || qualifiedName === wanted);
    if (wanted !== undefined && chosen.length === 0)
      throw new InputError(message('cli.fault.noKernel', { name: wanted }), 'unknown-kernel');
    const editOf = (kernel: KernelResult): AdviceEdit | null => {
      const advice = results.advice.find(
        ({ kind, kernelId }) => kind === 'block-size' && kernelId === kernel.id,
      );
      return advice ? session.adviceEdit(advice.id) : null;
    };
    const kernels = chosen.map((kernel) => {
      const { id, name, path, line, block } = kernel;
      return { id, name, path, line, block: blockJson(block), edit: editOf(kernel) };
    });
    const json: BlocksizeAnswer = { gpu: results.gpu, kernels };
    return { json, text: chosen.map((kernel, index) => report(kernel, kernels[index]!.edit)).join('\n\n') };
  },
};

function report(kernel: KernelResult, edit: AdviceEdit | null): string {
  const head = `${kernel.path}:${kernel.line} ${kernel.name}: ${blockSummary(kernel) ?? say('cli.blocksize.noAdvice')}`;
  const { block } = kernel;
  if (!block) return head;
  const candidates = block.candidates.map(
    ({ method, threadsPerBlock, reason }) =>
      `  ${titleOf('method', method)}: ${threadsPerBlock ?? '–'} (${words(reason)})`,
  );
  const change =
    edit === null
      ? []
      : [
          `  ${edit.kind === 'edit' ? say('cli.blocksize.edit', { note: edit.note }) : say('cli.blocksize.noEdit', { reason: edit.reason })}`,
        ];
  return [head, `  ${words(blockEvidence(block))}`, ...candidates, ...change].join('\n');
}
