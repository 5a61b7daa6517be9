import type { CopyOperation, KernelOperation, Operation } from '../../../../src/kernel/application';
import { requireGpu } from '../../../../src/gpu/findGpu';
import type {
  CopyTask,
  KernelTask,
  LatencyErrors,
  LatencyQuestion,
  SoloRun,
} from '../../../../src/predictors/latencyPort';
import { INSTANT_LAUNCH } from '../../../../src/timeline/models';

/** Four SMs and 100 bytes a ns. */
export const GPU = { ...requireGpu('k40'), sms: 4 };

/** Of predictors that nobody asks how far off they are. */
export const NO_ERRORS: LatencyErrors = {
  slowdowns: { withCopies: 0, ofKernels: 0 },
  tails: { withCopies: 0, ofKernels: 0 },
};

const stream = 'one';

export type Part =
  | Partial<KernelTask>
  | (Partial<CopyTask> & { readonly pinned: boolean; readonly down?: true });

/** An application of kernels (1000 ns, 4 blocks of which 1 fits an SM) and copies (1000 ns, the whole link). */
export function soloRun(name: string, parts: readonly Part[], footprintBytes: number | null = null): SoloRun {
  const kernels = new Map<KernelOperation, KernelTask>();
  const copies = new Map<CopyOperation, CopyTask>();
  const operations = parts.map((part): Operation => {
    if ('pinned' in part) {
      const direction = part.down === undefined ? 'HtoD' : 'DtoH';
      const copy = {
        kind: 'copy',
        stream,
        direction,
        bytes: 1,
        pinned: part.pinned,
        blocking: true,
      } as const;
      copies.set(copy, { soloNs: 1000, linkShare: 1, ...part });
      return copy;
    }
    const kernel: KernelOperation = {
      kind: 'kernel',
      stream,
      kernel: name,
      grid: [1, 1, 1],
      block: [32, 1, 1],
      registers: 0,
      sharedBytes: 0,
      soloNs: null,
    };
    kernels.set(kernel, { soloNs: 1000, blocks: 4, blocksPerSm: 1, bytesPerNsOfSm: 0, ...part });
    return kernel;
  });
  return { application: { name, operations, footprintBytes }, kernels, copies };
}

export function question(service: SoloRun, beside: readonly SoloRun[] = [], queries = 1): LatencyQuestion {
  return { gpu: GPU, bytesPerNs: 100, launch: INSTANT_LAUNCH, service, beside, queries, seed: 1 };
}
