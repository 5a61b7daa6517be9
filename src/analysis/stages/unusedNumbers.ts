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

/** Warnings about numbers in comments and settings that the readings behind kernels' facts have no use for, by file. */
export class UnusedNumbers {
  private readonly byFile = new Map<string, SourceDiagnostic[]>();

  constructor(
    private readonly cuda: CudaWorkspace,
    private readonly settings: AnalysisSettings,
  ) {}

  /** Adds those of one kernel: cheap behind its facts, whose reading it shares. */
  add(facts: KernelFacts): void {
    const { kernel, launches } = facts;
    if (kernel.inactive !== undefined) return;
    const launch = bestLaunch(launches);
    const options = readingOptions({ kernel, launch }, this.settings, facts);
    const names = numbersInSettings(kernel, this.settings);
    for (const { text, path, range } of this.cuda.unusedNumbers(kernel.id, launch, options, names)) {
      const found: SourceDiagnostic = {
        code: 'unknown-number',
        severity: 'warning',
        message: range === null ? message('analysis.settingOf', { text }) : text,
        range: range ?? kernel.nameRange,
      };
      this.byFile.set(path, [...this.in(path), found]);
    }
  }

  in(path: string): readonly SourceDiagnostic[] {
    return this.byFile.get(path) ?? [];
  }
}

function numbersInSettings(kernel: Kernel, settings: AnalysisSettings): readonly string[] {
  return Object.keys(ownNumbers(kernel, settings)).filter((name) => OF_BODY.test(name));
}
