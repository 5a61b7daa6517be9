import type { Application } from '../../kernel/application';
import { message } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import type { ProgressRatios, ReadyPredictor } from '../../predictors/port';

/** GPU on which applications with copies were measured on halves of the SMs: `npm run study -- applications-split`. */
const MEASURED_ON = 'h100-sxm';

const EVIDENCE = message('sharing.apps.measured', { slowdowns: 72, gpu: MEASURED_ON });

/** Of 72 slowdowns that nothing was fitted to. */
const WITH_COPIES = { metric: 'errSD', mean: 0.16, worst: 0.55, evidence: EVIDENCE } as const;
const RATIOS_WITH_COPIES: ProgressRatios = { quarter: 0.99, tenth: 0.84, evidence: EVIDENCE };

/** Whether it copies between host and device. */
const hasCopies = ({ operations }: Application): boolean =>
  operations.some((operation) => operation.kind === 'copy' && operation.direction !== 'DtoD');

/**
 * How far slowdowns of whole applications on SMs of their own are off: with copies as measured, without any as those of
 * their kernels. Elsewhere nobody has measured it.
 */
export function errorOfApplications(
  gpu: string,
  applications: readonly Application[],
  { error }: Pick<ReadyPredictor, 'error'>,
): ErrorBound {
  if (gpu !== MEASURED_ON)
    return {
      metric: null,
      evidence: message('sharing.apps.elsewhere', { measured: MEASURED_ON, error: WITH_COPIES.mean }),
    };
  return applications.some(hasCopies) ? WITH_COPIES : error;
}

/** What progress targets of applications are guarded with; nothing where no measurement tells. */
export function ratiosOfApplications(
  gpu: string,
  applications: readonly Application[],
  { progressRatios }: Pick<ReadyPredictor, 'progressRatios'>,
): { readonly progressRatios?: ProgressRatios } {
  if (gpu === MEASURED_ON && applications.some(hasCopies)) return { progressRatios: RATIOS_WITH_COPIES };
  return progressRatios === undefined ? {} : { progressRatios };
}
