import type { Numbers } from '../../cuda/files/sizedLaunches';
import { hostPrograms } from '../../cuda/host/hostPrograms';
import type { CudaFileIndex, CudaWorkspace } from '../../cuda/workspace';
import { sourceApplication, type SourceApplication } from '../applications/sourceApplications';
import { fileDiagnostics, type FactsOf } from './fileDiagnostics';
import type { KernelFacts } from './kernelFacts';
import { projectNumbers } from './numbersSet';
import { foundRaces, makesStreams } from './foundRaces';
import { UnusedNumbers } from './unusedNumbers';
import { workspaceFacts, type WorkspaceInputs } from './workspaceFacts';

/** A source with everything that is wrong with it. */
export type ListedFile = Omit<CudaFileIndex, 'faults'>;

/**
 * Kernels and launches of a workspace with the diagnostics that its snapshot has. Of kernels only those are read that a
 * diagnostic needs: whose blocks would not fit with every number of registers, or which have numbers in comments.
 *
 * @param informs whether what is only information is wanted of the sources, for which all function bodies are parsed
 */
export function listing(inputs: Omit<WorkspaceInputs, 'only'>, informs: boolean): readonly ListedFile[] {
  const { cuda, settings } = inputs;
  const { index, gpu, factsOf } = workspaceFacts({ ...inputs, only: null }, true);
  const facts = new Map(index.kernels.map((kernel) => [kernel.id, factsOf(kernel)]));
  const unused = new UnusedNumbers(cuda, settings);
  facts.forEach((known) => unused.add(known));
  const races = foundRaces(streamedSources(cuda, index.files, facts, projectNumbers(settings)), index.files);
  return index.files.map((file) => {
    const { path, kernels, launches, skipped } = file;
    const found = { path, launches, diagnostics: informs ? file.diagnostics : file.faults };
    const known: FactsOf = (id) => facts.get(id);
    const diagnostics = fileDiagnostics(found, known, gpu.spec, unused, settings.gpu !== 'auto', races);
    return { path, kernels, launches, diagnostics, skipped };
  });
}

/** The programs of those files that make streams, for whose diagnostics nothing is replayed. */
function streamedSources(
  cuda: CudaWorkspace,
  files: readonly Pick<CudaFileIndex, 'path'>[],
  facts: ReadonlyMap<string, KernelFacts>,
  numbers: Numbers,
): readonly SourceApplication[] {
  return files
    .filter(({ path }) => makesStreams(cuda, path))
    .flatMap(({ path }) => {
      const found = hostPrograms(cuda, path, numbers).map((program) =>
        sourceApplication(cuda, program, facts, {}, false),
      );
      cuda.answered();
      return found;
    });
}
