import type { Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { ProfileFile } from '../../kernel/profile';
import { isCounted } from '../../profiles/counterJoin';
import type { KnownApplication } from '../applications/applicationResult';
import { knownRun, type TracedRun } from '../applications/soloRun';
import { colocatedRun, isOfPyTorch } from './colocatedRun';
import type { ColocatedSubject, ColocateRequest } from '../results/colocateResult';
import { sayingHost } from '../applications/profiledHost';
import { launchBytes } from '../traces/launchBytes';

/** What runs alone tell of a question, as plain data: another thread answers it. */
export interface AloneRuns {
  /** Id in the catalogue. */
  readonly gpu: string;
  readonly service: TracedRun;
  readonly batch: readonly AloneRun[];
}

/** One application that may run beside a service, or why its run is not known. */
export interface AloneRun {
  readonly key: string;
  readonly name: string;
  readonly run: TracedRun | null;
  readonly refused: Words | null;
}

/** Where the applications of a workspace are known. */
export interface KnownApplications {
  /** @throws InputError where there is none of that key */
  readonly known: (key: string) => KnownApplication;
  readonly profiles: readonly ProfileFile[];
  readonly gpu: GpuSpec;
}

/**
 * The runs alone that a question is about.
 *
 * @throws InputError that says what is not known of the service
 */
export function aloneRuns({ service, batch }: ColocateRequest, workspace: KnownApplications): AloneRuns {
  return {
    gpu: workspace.gpu.id,
    service: runOf(service, workspace),
    batch: batch.map((each) => candidate(each, workspace)),
  };
}

function candidate(subject: ColocatedSubject, workspace: KnownApplications): AloneRun {
  const { key } = subject;
  const { name } = workspace.known(key).application;
  try {
    return { key, name, run: runOf(subject, workspace), refused: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { key, name, run: null, refused: error.said };
  }
}

/** Counters of other profiles tell the bandwidth that kernels of a trace ask for. */
function runOf(
  { key, footprintBytes, aloneNs }: ColocatedSubject,
  { known, profiles, gpu }: KnownApplications,
): TracedRun {
  const application = known(key);
  const trace = profiles.find(({ path }) => path === application.path);
  if (trace === undefined) return knownRun(application, gpu, { footprintBytes });
  const bytesOf = launchBytes(trace, profiles.filter(isCounted));
  if (aloneNs !== null || isOfPyTorch(trace))
    return colocatedRun(trace, gpu, { footprintBytes, bytesOf }, aloneNs);
  return sayingHost(knownRun(application, gpu, { footprintBytes, bytesOf }));
}
