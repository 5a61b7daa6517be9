import { lineAndText } from '../../kernel/codeAssumption';
import { message } from '../../kernel/message';
import type { CudaParser } from '../../cuda/syntax/parser';
import { CudaWorkspace } from '../../cuda/workspace';
import { InputError } from '../../kernel/result';
import { lowerRequested } from '../lowering/lowerRequest';
import type { MakeProgram } from './resolve';

/** The texts of a source and of what it includes, and its own path among them. */
export interface SourceTexts {
  readonly path: string;
  readonly texts: ReadonlyMap<string, string>;
}

/** Lowers kernels that a scenario names by source and kernel. */
export function programsFromSources(
  readTexts: (source: string) => Promise<SourceTexts>,
  parser: () => Promise<CudaParser>,
): MakeProgram {
  const workspaces = new Map<string, { readonly workspace: CudaWorkspace; readonly path: string }>();
  const opened = async (source: string) => {
    let found = workspaces.get(source);
    if (found === undefined) {
      const { path, texts } = await readTexts(source);
      const workspace = new CudaWorkspace({ parser: await parser() });
      for (const [file, text] of texts) workspace.setFile(file, text);
      workspaces.set(source, (found = { workspace, path }));
    }
    return found;
  };
  return async ({ source, kernel, launch, arguments: given }) => {
    if (source === undefined || kernel === undefined)
      throw new InputError(message('analysis.sourceAndKernel'));
    const { workspace, path } = await opened(source);
    const lowered = lowerRequested(workspace, { path, kernel, launch, arguments: given });
    const { grid, block, sharedBytes } = lowered.launch;
    return {
      program: lowered.program,
      launch: { grid: [...grid], block: [...block], sharedBytes },
      // The program holds the numbers of the arguments already.
      arguments: {},
      assumptions: [...lowered.assumptions.map(lineAndText), ...lowered.unused].map((what) =>
        message('kernel.of', { name: kernel, what }),
      ),
    };
  };
}
