import { message } from '../../kernel/message';
import type { CudaWorkspace } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Kernel } from '../../kernel/kernel';
import type { SourceDiagnostic } from '../../kernel/source';
import type { AnalysisSettings } from '../workspaceState';
import type { KernelFacts } from './kernelFacts';
import { ownNumbers } from './numbersSet';
import { readingOptions } from './readingOptions';

/** Keys of the settings that are numbers of a kernel's body; the others are facts about its launch. */
const OF_BODY = /^(trips|share|window|elements)_/;

/** Warnings about numbers in comments and settings that the reading behind a kernel's facts has no use for, by file. */
export function unusedNumberDiagnostics(
  cuda: CudaWorkspace,
  all: readonly KernelFacts[],
  settings: AnalysisSettings,
): ReadonlyMap<string, readonly SourceDiagnostic[]> {
  const byFile = new Map<string, SourceDiagnostic[]>();
  for (const facts of all) {
    const { kernel, launches } = facts;
    if (kernel.inactive !== undefined) continue;
    const launch = bestLaunch(launches);
    const options = readingOptions({ kernel, launch }, settings, facts);
    const names = numbersInSettings(kernel, settings);
    for (const { text, path, range } of cuda.unusedNumbers(kernel.id, launch, options, names)) {
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

function numbersInSettings(kernel: Kernel, settings: AnalysisSettings): readonly string[] {
  return Object.keys(ownNumbers(kernel, settings)).filter((name) => OF_BODY.test(name));
}
