import { lineAndText } from '../../kernel/codeAssumption';
import { launchAssumptions, shown } from '../../analysis/stages/launchResult';
import type { ListedFile } from '../../analysis/stages/listing';
import type { Kernel, Launch } from '../../kernel/kernel';
import type { KernelsAnswer } from '../answers';
import type { ListedKernel, ListedLaunch } from '../answerParts';
import type { Command } from '../command';
import { listPaths } from '../session';
import { words } from '../../words';
import { message } from '../../kernel/message';

export const kernels: Command = {
  name: 'kernels',
  summary: message('cli.kernels.summary'),
  usage: 'PATH… [--json]',
  options: {},
  run: async ({ positionals, options, ...said }) => {
    const isJson = options['json'] === true;
    const files = await listPaths(positionals, said, isJson);
    return isJson
      ? { json: { files: files.map(plainFile) }, text: '' }
      : { json: null, text: files.map(fileText).join('\n') };
  },
};

function plainFile({
  path,
  kernels: found,
  launches,
  diagnostics,
  skipped,
}: ListedFile): KernelsAnswer['files'][number] {
  return { path, kernels: found.map(plainKernel), launches: launches.map(plainLaunch), diagnostics, skipped };
}

function plainKernel(kernel: Kernel): ListedKernel {
  const { id, name, qualifiedName, line, parameters, template, launchBounds, shared, mix } = kernel;
  const bounds = launchBounds && {
    maxThreadsPerBlock: shown(launchBounds.maxThreadsPerBlock),
    ...(launchBounds.minBlocksPerSm ? { minBlocksPerSm: shown(launchBounds.minBlocksPerSm) } : {}),
  };
  const inactive = kernel.inactive === undefined ? {} : { inactive: kernel.inactive };
  return {
    id,
    name,
    qualifiedName,
    line,
    parameters,
    template,
    launchBounds: bounds,
    shared,
    mix: mix && { ...mix, assumptions: mix.assumptions.map(lineAndText) },
    ...inactive,
  };
}

function plainLaunch(launch: Launch): ListedLaunch {
  const values = [...launch.grid, ...launch.block, launch.sharedBytes, launch.stream];
  return {
    kernel: launch.callee,
    kernelIds: launch.kernelIds,
    kind: launch.kind,
    line: launch.line,
    grid: launch.grid.map(shown),
    block: launch.block.map(shown),
    sharedBytes: shown(launch.sharedBytes),
    stream: shown(launch.stream),
    unknowns: [...new Set(values.flatMap(({ unknowns }) => unknowns))],
    assumptions: launchAssumptions(launch),
    arguments: launch.arguments.map(shown),
    ...(launch.inactive === undefined ? {} : { inactive: launch.inactive }),
  };
}

function fileText({ path, kernels: found, launches, diagnostics }: ListedFile): string {
  const kernelLines = found.map(
    (kernel) =>
      `  ${path}:${kernel.line} __global__ ${kernel.qualifiedName}(${kernel.parameters.map(({ type }) => type).join(', ')})`,
  );
  const launchLines = launches.map(
    (launch) =>
      `  ${path}:${launch.line} ${launch.callee}<<<${launch.grid.map(shown).join('×')}, ${launch.block.map(shown).join('×')}>>>`,
  );
  const findings = diagnostics
    .filter(({ severity, code }) => severity !== 'information' || code === 'guessed-global')
    .map(({ range, message }) => `  ${path}:${range.startLine} ${words(message)}`);
  return [path, ...kernelLines, ...launchLines, ...findings].join('\n');
}
