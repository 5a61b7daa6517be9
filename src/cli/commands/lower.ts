import { nameOfSymbol } from '../../analysis/symbolNames';
import { words } from '../../words';
import { lineAndText } from '../../kernel/codeAssumption';
import { collectFiles } from '../../analysis/collectFiles';
import { setTexts } from '../../analysis/compileCommands';
import { readParserFiles } from '../../analysis/nodeFiles';
import { createCudaParser } from '../../cuda/syntax/parser';
import { CudaWorkspace, type Lowering } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { MatrixWork } from '../../kernel/matrixWork';
import type { Kernel } from '../../kernel/kernel';
import type { Statement } from '../../kernel/program';
import type { LowerAnswer } from '../answers';
import type { ListedAssumption, LoweredKernel } from '../answerParts';
import { text, UsageError, type Command } from '../command';
import { distFolder } from '../distFolder';
import { argumentsOf } from '../projectOptions';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { unknownKernel } from '../unknownKernel';

type Lowered = Extract<Lowering, { kind: 'lowered' }>;

/** An answer whose program is typed. */
type Entry = Omit<LoweredKernel, 'lowering'> & {
  readonly lowering:
    | Exclude<Lowering, Lowered>
    | (Omit<Lowered, 'assumptions' | 'loops'> & { readonly assumptions: readonly ListedAssumption[] });
};

export const lower: Command = {
  name: 'lower',
  summary: message('cli.lower.summary'),
  usage: 'PATH… [--kernel NAME] [--arguments a=1,b=2] [--json]',
  options: {
    kernel: {
      type: 'string',
      value: 'NAME',
      help: message('cli.option.kernel'),
      otherwise: message('cli.option.all'),
    },
    arguments: {
      type: 'string',
      value: 'a=1,b=2',
      help: message('cli.lower.arguments'),
    },
  },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError(say('cli.fault.noFileOrFolder'));
    const read = await collectFiles(positionals);
    read.left.forEach(note);
    const parser = await createCudaParser(await readParserFiles(distFolder()));
    const workspace = new CudaWorkspace({ parser, nameOfSymbol });
    setTexts(workspace, read, note);
    const given = argumentsOf(options);
    const wanted = text(options, 'kernel');
    const all = workspace.index().kernels;
    const chosen = all.filter(
      ({ name, qualifiedName }) => wanted === undefined || [name, qualifiedName].includes(wanted),
    );
    if (wanted !== undefined && chosen.length === 0) throw unknownKernel(wanted, all);
    const kernels = chosen.flatMap((kernel) => answerFor(workspace, kernel, given) ?? []);
    const said = kernels.length === 0 ? say('screen.noKernels') : kernels.map(report).join('\n\n');
    return { json: { kernels } satisfies LowerAnswer, text: said };
  },
};

function answerFor(
  workspace: CudaWorkspace,
  kernel: Kernel,
  given: Readonly<Record<string, number>>,
): Entry | null {
  const launch = bestLaunch(workspace.launchesOf(kernel.id));
  const lowering = workspace.lower(kernel.id, launch, { arguments: given });
  if (lowering === null) return null;
  const { id, path: file, line, qualifiedName: name } = kernel;
  return {
    id,
    path: file,
    line,
    name,
    launchedAt: launch && { path: launch.path, line: launch.line },
    lowering: listed(lowering),
    unused: workspace
      .unusedNumbers(kernel.id, launch, { arguments: given })
      .map(({ name: set, text: said, path: at, range }) => ({
        name: set,
        text: said,
        path: at,
        line: range?.startLine ?? null,
      })),
  };
}

function listed(lowering: Lowering): Entry['lowering'] {
  if (lowering.kind === 'refused') return lowering;
  const { kind, program, launch, values, settable } = lowering;
  const assumptions = lowering.assumptions.map((one) => {
    const { range, parameter, value } = one;
    return { text: lineAndText(one), range, parameter, value };
  });
  return { kind, program, launch, values, settable, assumptions };
}

function report({ path: file, line, name, lowering, unused }: Entry): string {
  const head = `${file}:${line} ${name}`;
  if (lowering.kind === 'refused') return say('cli.lower.refused', { head, reason: lowering.reason });
  const { program, launch, assumptions } = lowering;
  const geometry = say('cli.lower.launch', {
    grid: launch.grid.join('×'),
    block: launch.block.join('×'),
    registers: program.registersPerThread,
  });
  const arrays = Object.entries(program.arrays ?? {}).map(
    ([array, { space, elements, elementBytes }]) =>
      `  ${say('cli.lower.array', { space: space ?? 'global', array, elements, bytes: elementBytes })}`,
  );
  const taken = assumptions.map(
    ({ text: said, parameter }) =>
      `  ${parameter ? say('cli.lower.assumedSet', { text: said, parameter }) : say('cli.assumed', { assumption: said })}`,
  );
  return [
    `${head}: ${geometry}`,
    ...arrays,
    ...program.body.flatMap((statement) => lines(statement, '  ')),
    ...taken,
    ...unused.map(
      ({ text: said, path: at, line: set }) =>
        `  ${say('cli.warning', { line: `${set === null ? '' : `${at}:${set}: `}${words(said)}` })}`,
    ),
  ].join('\n');
}

function lines(statement: Statement, indent: string): string[] {
  const inner = (body: readonly Statement[]): string[] => body.flatMap((part) => lines(part, `${indent}  `));
  const shown = (value: unknown): string =>
    typeof value === 'object' ? JSON.stringify(value) : String(value);
  switch (statement.op) {
    case 'loop':
      return [`${indent}loop ${statement.name ?? ''} × ${shown(statement.trips)}`, ...inner(statement.body)];
    case 'if':
      return [
        `${indent}if ${shown(statement.condition)}`,
        ...inner(statement.then),
        ...(statement.else === undefined ? [] : [`${indent}else`, ...inner(statement.else)]),
      ];
    case 'compute':
      return [
        `${indent}${statement.class} × ${shown(statement.count ?? 1)}${product(statement.matrix)}${waits(statement.after)}`,
      ];
    case 'barrier':
      return [`${indent}barrier${statement.scope === undefined ? '' : ` (${statement.scope})`}`];
    case 'sleep':
      return [`${indent}sleep ${statement.ns} ns${waits(statement.after)}`];
    default:
      return [
        `${indent}${statement.op} ${statement.array}[${shown(statement.index)}]${waits(statement.after)}`,
      ];
  }
}

/** What each tensor instruction computes, as fields of the program. */
function product(matrix: MatrixWork | undefined): string {
  return matrix === undefined ? '' : ` ${JSON.stringify(matrix)}`;
}

function waits(after: readonly string[] | undefined): string {
  return after === undefined ? '' : ` after ${after.join(', ')}`;
}
