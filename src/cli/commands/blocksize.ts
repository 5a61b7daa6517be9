import { blockJson } from '../analyzeJson';
import { words, titleOf } from '../../words';
import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { AdviceEdit, WorkspaceResults } from '../../analysis/results/workspaceResults';
import { blockSummary } from '../../words/texts/summaries';
import type { BlocksizeAnswer } from '../answers';
import { text, type Command } from '../command';
import { ARGUMENTS, GPU, settingsOf, simulatedKernels, simulateOption } from '../projectOptions';
import { analyzePaths } from '../session';
import { withSimulatedBlocks } from '../simulations';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { unknownKernel } from '../unknownKernel';

/** Kernels simulated unless the command line says otherwise, each alone and at other blocks that it can have. */
const KERNELS = 8;
/** Kernels of which everything is told; of more an overview. */
const FULL = 3;
/** Lines or names in the overview of what nothing is advised for. */
const NAMES = 8;

export const blocksize: Command = {
  name: 'blocksize',
  summary: message('cli.blocksize.summary'),
  usage: 'PATH… [--kernel NAME] [--gpu ID] [--arguments a=1,b=2] [--simulate KERNELS] [--json]',
  options: {
    arguments: ARGUMENTS,
    gpu: GPU,
    kernel: {
      type: 'string',
      value: 'NAME',
      help: message('cli.option.kernel'),
      otherwise: message('cli.option.all'),
    },
    simulate: simulateOption(KERNELS, message('cli.blocksize.simulate')),
  },
  run: async ({ positionals, options, ...said }) => {
    const simulated = simulatedKernels(options, KERNELS);
    const analyzed = await analyzePaths(positionals, settingsOf(options), said);
    const { session } = analyzed;
    const wanted = text(options, 'kernel');
    const ids = kernelsOf(analyzed.results, wanted).map(({ id }) => id);
    const results =
      simulated === 0 || ids.length === 0
        ? analyzed.results
        : await withSimulatedBlocks(analyzed, simulated, ids, said);
    const chosen = kernelsOf(results, wanted);
    const editOf = (kernel: KernelResult): AdviceEdit | null => {
      const advice = results.advice.find(
        ({ kind, kernelId }) => kind === 'block-size' && kernelId === kernel.id,
      );
      return advice ? session.adviceEdit(advice) : null;
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

/** The kernels of a name, all of them without one. */
function kernelsOf({ files }: WorkspaceResults, wanted: string | undefined): readonly KernelResult[] {
  const all = files.flatMap(({ kernels }) => kernels);
  if (wanted === undefined) return all;
  const found = all.filter(({ name, qualifiedName }) => name === wanted || qualifiedName === wanted);
  if (found.length === 0) throw unknownKernel(wanted, all);
  return found;
}

/** In full what is advised, a line each for blocks that the code shares, and the names of all others. */
function overview(kernels: readonly KernelResult[], inFull: (kernel: KernelResult) => string): string {
  const of = (kind: string): readonly KernelResult[] => kernels.filter((kernel) => kindOf(kernel) === kind);
  const [bound, kept, others] = [of('bound'), of('kept'), of('none')];
  return [
    ...of('advised').map(inFull),
    ...(bound.length === 0 ? [] : [shortened(bound.map(headOf))]),
    ...(kept.length === 0 ? [] : [say('cli.blocksize.kept', { kernels: kept.length, named: namesOf(kept) })]),
    ...(others.length === 0
      ? []
      : [say('cli.blocksize.noneOf', { kernels: others.length, named: namesOf(others) })]),
    say('cli.blocksize.more'),
  ].join('\n\n');
}

function namesOf(kernels: readonly KernelResult[]): string {
  const names = kernels.slice(0, NAMES).map(({ name }) => name);
  const more = kernels.length - names.length;
  return more > 0 ? say('report.andMoreNames', { names, more }) : names.join(', ');
}

function kindOf({ block }: KernelResult): 'advised' | 'bound' | 'kept' | 'none' {
  if (block === null) return 'none';
  if (block.bound !== null) return 'bound';
  if (block.advised !== null && block.advised !== block.current) return 'advised';
  return block.sweep === undefined ? 'none' : 'kept';
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
