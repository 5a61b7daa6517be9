import { lineAndText } from '../../kernel/codeAssumption';
import { message } from '../../kernel/message';
import type { CudaParser } from '../../cuda/syntax/parser';
import { CudaWorkspace } from '../../cuda/workspace';
import { InputError } from '../../kernel/result';
import type { SourceTexts } from '../lowering/sourceTexts';
import { lowerRequested } from '../lowering/lowerRequest';
import type { MakeProgram } from './resolve';

/** The texts of a source and of what it includes, and its own path among them. */
export interface SourceWithIncludes extends SourceTexts {
  readonly path: string;
}

interface Opened extends Omit<SourceWithIncludes, 'texts'> {
  readonly workspace: CudaWorkspace;
}

/** Lowers kernels that a scenario names by source and kernel. */
export function programsFromSources(
  readTexts: (source: string) => Promise<SourceWithIncludes>,
  parser: () => Promise<CudaParser>,
): MakeProgram {
  const workspaces = new Map<string, Opened>();
  const opened = async (source: string) => {
    let found = workspaces.get(source);
    if (found === undefined) {
      const { path, texts, left } = await readTexts(source);
      const workspace = new CudaWorkspace({ parser: await parser() });
      for (const [file, text] of texts) workspace.setFile(file, text);
      workspaces.set(source, (found = { workspace, path, left }));
    }
    return found;
  };
  return async ({ source, kernel, launch, arguments: given }) => {
    if (source === undefined || kernel === undefined)
      throw new InputError(message('analysis.sourceAndKernel'));
    const { workspace, path, left } = await opened(source);
    const lowered = lowerRequested(workspace, { path, kernel, launch, arguments: given });
    const { grid, block, sharedBytes } = lowered.launch;
    return {
      program: lowered.program,
      launch: { grid: [...grid], block: [...block], sharedBytes },
      // The program holds the numbers of the arguments already.
      arguments: {},
      assumptions: [
        ...left,
        ...[...lowered.assumptions.map(lineAndText), ...lowered.unused].map((what) =>
          message('kernel.of', { name: kernel, what }),
        ),
      ],
    };
  };
}
