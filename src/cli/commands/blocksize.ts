import { blockJson } from '../analyzeJson';
import { words, titleOf } from '../../words';
import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { AdviceEdit } from '../../analysis/results/workspaceResults';
import { blockSummary } from '../../words/texts/summaries';
import type { BlocksizeAnswer } from '../answers';
import { text, type Command } from '../command';
import { ARGUMENTS, GPU, settingsOf } from '../projectOptions';
import { analyzePaths } from '../session';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { unknownKernel } from '../unknownKernel';

/** Kernels of which everything is told; of more an overview. */
const FULL = 3;
/** Lines or names in the overview of what nothing is advised for. */
const NAMES = 8;

export const blocksize: Command = {
  name: 'blocksize',
  summary: message('cli.blocksize.summary'),
  usage: 'PATH… [--kernel NAME] [--gpu ID] [--arguments a=1,b=2] [--json]',
  options: {
    arguments: ARGUMENTS,
    gpu: GPU,
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
    if (wanted !== undefined && chosen.length === 0) throw unknownKernel(wanted, all);
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
    const inFull = (kernel: KernelResult): string => report(kernel, kernels[chosen.indexOf(kernel)]!.edit);
    if (chosen.length === 0) return { json, text: say('screen.noKernels') };
    return { json, text: chosen.length <= FULL ? chosen.map(inFull).join('\n\n') : overview(chosen, inFull) };
  },
};

/** In full what is advised, a line each for blocks that the code shares, and the names of all others. */
function overview(kernels: readonly KernelResult[], inFull: (kernel: KernelResult) => string): string {
  const of = (kind: string): readonly KernelResult[] => kernels.filter((kernel) => kindOf(kernel) === kind);
  const [bound, others] = [of('bound'), of('none')];
  const names = others.slice(0, NAMES).map(({ name }) => name);
  const more = others.length - names.length;
  const named = more > 0 ? say('report.andMoreNames', { names, more }) : names.join(', ');
  return [
    ...of('advised').map(inFull),
    ...(bound.length === 0 ? [] : [shortened(bound.map(headOf))]),
    ...(others.length === 0 ? [] : [say('cli.blocksize.noneOf', { kernels: others.length, named })]),
    say('cli.blocksize.more'),
  ].join('\n\n');
}

function kindOf({ block }: KernelResult): 'advised' | 'bound' | 'none' {
  if (block === null) return 'none';
  if (block.bound !== null) return 'bound';
  return block.advised === null || block.advised === block.current ? 'none' : 'advised';
}

function shortened(lines: readonly string[]): string {
  const more = lines.length - NAMES;
  const shown = lines.slice(0, NAMES);
  return (more > 0 ? [...shown, say('cli.blocksize.moreBound', { more })] : shown).join('\n');
}

const headOf = (kernel: KernelResult): string =>
  `${kernel.path}:${kernel.line} ${kernel.name}: ${blockSummary(kernel) ?? say('cli.blocksize.noAdvice')}`;

function report(kernel: KernelResult, edit: AdviceEdit | null): string {
  const head = headOf(kernel);
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
