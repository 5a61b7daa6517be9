import type { SoloRun } from '../../predictors/latencyPort';
import { isDeviceWork } from '../../timeline/timeline';

/**
 * The run with what passes until its next iteration begins: the host waits for the GPU, then works.
 *
 * @param idleNs from its last end to the start of the next iteration; of that, the launch that begins one is in the run
 */
export function withHostAfter({ application, ...run }: SoloRun, idleNs: number): SoloRun {
  const first = application.operations.find((each) => isDeviceWork(each));
  const launchNs = (first && run.delays?.get(first)?.afterCallNs) ?? 0;
  const operations = [
    ...application.operations,
    { kind: 'synchronize', stream: null } as const,
    { kind: 'host', ns: Math.max(0, idleNs - launchNs) } as const,
  ];
  return { ...run, application: { ...application, operations } };
}
