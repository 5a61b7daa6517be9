import { yieldingEdit } from '../../analysis/stages/yieldingEdit';
import { collectFiles } from '../../analysis/collectFiles';
import { setTexts } from '../../analysis/compileCommands';
import { nameOfSymbol } from '../../analysis/symbolNames';
import { CudaWorkspace } from '../../cuda/workspace';
import type { Kernel } from '../../kernel/kernel';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { YIELD_VARIANTS } from '../../predictors/yieldingPort';
import { say } from '../../words/say';
import type { YieldAnswer } from '../answers';
import { text, UsageError, whole, type Command } from '../command';
import { unifiedDiff } from '../unifiedDiff';
import { unknownKernel } from '../unknownKernel';

export const yieldKernel: Command = {
  name: 'yield',
  summary: message('cli.yield.summary'),
  usage: 'PATH… --kernel NAME [--with-launch | --launch LINE] [--variant pair|array] [--json]',
  options: {
    kernel: { type: 'string', value: 'NAME', help: message('cli.yield.kernel') },
    'with-launch': { type: 'boolean', help: message('cli.yield.withLaunch') },
    launch: { type: 'string', value: 'LINE', help: message('cli.yield.launch') },
    variant: {
      type: 'string',
      value: 'pair|array',
      help: message('cli.yield.variant'),
      otherwise: message('cli.yield.pair'),
    },
  },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError(say('cli.fault.noFileOrFolder'));
    const name = text(options, 'kernel');
    if (name === undefined) throw new UsageError(say('cli.fault.missing', { option: '--kernel' }));
    const wanted = text(options, 'variant') ?? 'pair';
    const variant = YIELD_VARIANTS.find((one) => one === wanted);
    if (variant === undefined)
      throw new UsageError(say('cli.fault.oneOf', { option: '--variant', known: YIELD_VARIANTS }));
    const line = text(options, 'launch') === undefined ? null : whole(options, 'launch', 1);
    const read = await collectFiles(positionals);
    read.left.forEach(note);
    const workspace = new CudaWorkspace({ nameOfSymbol });
    setTexts(workspace, read, note);
    const kernel = kernelNamed(workspace, name);
    const launch = line ?? (options['with-launch'] === true ? 'first' : null);
    const outcome = yieldingEdit(workspace, { kernelId: kernel.id, variant, launch });
    if (outcome.kind === 'refused')
      throw new InputError(
        message('kernel.at', { place: `${kernel.path}:${kernel.line} ${kernel.name}`, what: outcome.reason }),
        'not-proven',
      );
    note(outcome.note);
    const paths = [...new Set(outcome.edits.map((edit) => edit.path))];
    const diff = paths
      .map((path) =>
        unifiedDiff(
          path,
          workspace.text(path)!,
          outcome.edits.filter((edit) => edit.path === path),
        ),
      )
      .join('');
    const json: YieldAnswer = { kernel: kernel.id, variant, note: outcome.note, edits: outcome.edits, diff };
    return { json, text: diff.trimEnd() };
  },
};

/** @throws InputError where there is none of the name, or several */
function kernelNamed(workspace: CudaWorkspace, wanted: string): Kernel {
  const { kernels } = workspace.index();
  const all = kernels.filter(({ name, qualifiedName, id }) => [name, qualifiedName, id].includes(wanted));
  const compiled = all.filter(({ inactive }) => inactive === undefined);
  const found = compiled.length > 0 ? compiled : all;
  if (found.length === 0) throw unknownKernel(wanted, kernels);
  if (found.length > 1)
    throw new InputError(
      message('cli.yield.several', { name: wanted, ids: found.map(({ id }) => id) }),
      'ambiguous-kernel',
    );
  return found[0]!;
}
