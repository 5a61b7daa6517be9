import { markdownTable } from '../../../src/kernel/markdownTable';
import { POLICY_CYCLES } from '../policyRuns';
import { gainText, numberText, shareText } from './numbers';
import { errorsTable, fairTable } from './renderPolicies';
import type { ControllerSummary, Sensitivity } from './sensitivity';

/** Thresholds, memory controllers and four programs; nothing of what was not run. */
export function sensitivityPart({
  thresholds,
  byKernels,
  controllers,
  four,
  fourErrors,
}: Sensitivity): string[] {
  return [
    ...(thresholds.length === 0
      ? []
      : [
          '### Fairness that HSM-Fair acts below (section 6.5)',
          `Over ${thresholds[0]!.kinds.length} mixes, as above; HSM-Fair acts below 0.9 where nothing is said. The paper: from 0.9 on fairness and ANTT gain, and STP stays.`,
          fairTable(thresholds),
        ]),
    ...(byKernels.length === 0
      ? []
      : [
          '### Epochs that end with kernels (section 4.2)',
          `Over ${byKernels[0]!.kinds.length} mixes, as above. Where a program goes on to another kernel, the epoch ends and an even one begins, and SMs change hands 181 cycles a program behind the end of an epoch.`,
          fairTable(byKernels),
        ]),
    ...(controllers.length === 0 ? [] : controllerPart(controllers)),
    ...(four.length === 0
      ? []
      : [
          '### Four programs (figure 15)',
          `${four[0]!.kinds.length} mixes of an order drawn by seed 1 of all 1,365, kinds in turns, ${POLICY_CYCLES.toLocaleString('en-US')} cycles from 20 SMs each. The paper: HSM-Fair 2.2 times as fair as even, with a similar STP.`,
          fairTable(four),
          'Progress of an epoch as models tell it, at even SMs:',
          errorsTable(fourErrors),
        ]),
  ];
}

function controllerPart(controllers: readonly ControllerSummary[]): string[] {
  const [own] = controllers;
  return [
    '### Memory controllers (figure 14)',
    `The first ${own!.mixes} mixes of the draw whole, even SMs, with other memory controllers. HSM keeps the line of the GPU's own, which has 5 row hits pass an older request at most and room for 64 reads and 64 writes in each channel. The paper: errors within 2 points; STP with a cap within 2.5 % of that without.`,
    markdownTable(
      ['controllers', 'mean errNP of HSM', 'STP', 'STP over own'],
      controllers.map(({ memory, error, throughput }) => [
        memory === null ? 'own' : controllerName(memory),
        shareText(error),
        numberText(throughput),
        gainText({ mean: throughput.mean / own!.throughput.mean - 1, half: null }),
      ]),
    ),
  ];
}

function controllerName({ rowHitCap, queue }: NonNullable<ControllerSummary['memory']>): string {
  const parts = [
    ...(rowHitCap === undefined ? [] : [rowHitCap === 0 ? 'no cap' : `cap ${rowHitCap}`]),
    ...(queue === undefined ? [] : [`queues of ${queue}`]),
  ];
  return parts.join(', ');
}
