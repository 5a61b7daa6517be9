import { message } from '../../kernel/message';
import type { CudaIndex, CudaWorkspace } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Kernel } from '../../kernel/kernel';
import type { SourceDiagnostic } from '../../kernel/source';
import type { AnalysisSettings } from '../workspaceState';

/** Keys of the settings that are numbers of a kernel's body; the others are facts about its launch. */
const OF_BODY = /^(trips|share|window|elements)_/;

/** Warnings about numbers in comments and settings that no kernel has a use for, by file. */
export function unusedNumberDiagnostics(
  cuda: CudaWorkspace,
  { kernels }: Pick<CudaIndex, 'kernels'>,
  settings: AnalysisSettings,
): ReadonlyMap<string, readonly SourceDiagnostic[]> {
  const byFile = new Map<string, SourceDiagnostic[]>();
  for (const kernel of kernels) {
    if (kernel.inactive !== undefined) continue;
    const set = numbersInSettings(kernel, settings);
    for (const { text, path, range } of cuda.unusedNumbers(
      kernel.id,
      bestLaunch(cuda.launchesOf(kernel.id)),
      {
        arguments: set,
      },
    )) {
      const found: SourceDiagnostic = {
        code: 'unknown-number',
        severity: 'warning',
        message: range === null ? message('analysis.settingOf', { text }) : text,
        range: range ?? kernel.nameRange,
      };
      byFile.set(path, [...(byFile.get(path) ?? []), found]);
    }
  }
  return byFile;
}

function numbersInSettings(kernel: Kernel, { assumptions }: AnalysisSettings): Record<string, number> {
  const prefix = `${kernel.path}:${kernel.name}:`;
  return Object.fromEntries(
    Object.entries(assumptions).flatMap(([key, value]) => {
      const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
      return OF_BODY.test(name) && typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}
