import { markdownTable } from '../../../src/kernel/markdownTable';
import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import { EPOCH_CYCLES, POLICY_CYCLES, QOS_TARGET } from '../policyRuns';
import { epochErrors } from './epochSeries';
import { gainText, numberText, percent, shareText, two } from './numbers';
import type { PolicyMeasures, PolicySummary } from './policySummary';
import type { HsmSummary } from './summary';

/** Tables of policies, and of what models tell of epochs; nothing of what was not run. */
export function policyPart(summary: HsmSummary): string[] {
  const { policies, shortEpochs } = summary;
  return [
    ...(policies.fair.length === 0
      ? []
      : ['### Fairness (figures 11 and 13)', fairText(policies.fair), fairTable(policies.fair)]),
    ...(policies.qos.length === 0
      ? []
      : ['### QoS (figure 12)', qosText(policies.qos), qosTable(policies.qos)]),
    ...(summary.epochs.length === 0 ? [] : epochPart(summary)),
    ...(shortEpochs.fair.length === 0
      ? []
      : [
          '### Policies with short epochs',
          shortText(shortEpochs.fair),
          fairTable(shortEpochs.fair),
          qosTable(shortEpochs.qos),
        ]),
  ];
}

const shortText = ([even]: readonly PolicySummary[]): string =>
  `Earlier runs of the first ${even!.kinds.length} mixes of the draw: epochs of 10,000 cycles, until both programs had ended once; a proportional split gave 64 and 15 SMs, and the policies read the kernel that ran at an epoch's end alone. They are kept to show what the length of an epoch does.`;

const cycles = (count: number): string => count.toLocaleString('en-US');

const mixesText = (count: number): string => (count === 1 ? 'one mix' : `${count} mixes`);

function fairText([even]: readonly PolicySummary[]): string {
  const { kinds } = even!;
  const countOf = (kind: string): number => kinds.filter((one) => one === kind).length;
  return `Of the same draw, with kinds in turns, ${mixesText(kinds.length)} (${countOf('memory')} memory, ${countOf('mixed')} mixed, ${countOf('compute')} compute), ${cycles(POLICY_CYCLES)} cycles under every policy with epochs of ${cycles(EPOCH_CYCLES)}, a tenth of the run as the paper's; programs begin anew whenever they end, progress is that of all they did. DASE-Fair and Themis-Fair move SMs by HSM's rule, from what DASE and Themis make of the epoch. The paper over 105 mixes: fairness 52.7 % even, 61.9 % Themis-Fair, 65.2 % DASE-Fair, 84.1 % HSM-Fair; HSM-Fair in mixed pairs STP +7.2 %, ANTT −15.8 %; fairness over even in memory mixes BW-App +18.1 %, HSM-Fair +75 %, in mixed +5.3 and +55.5 %; on 40 SMs with GDDR5 HSM-Fair 88.7 %.`;
}

export function fairTable(policies: readonly PolicySummary[]): string {
  return markdownTable(
    [
      'policy',
      'fairness',
      'over even: all',
      'memory',
      'mixed',
      'compute',
      'STP',
      'over even',
      'ANTT',
      'over even',
    ],
    policies.map(({ policy, all, gain, gainByKind }) => [
      policy,
      shareText(all.fairness),
      gainText(gain.fairness),
      gainText(gainByKind.memory?.fairness),
      gainText(gainByKind.mixed?.fairness),
      gainText(gainByKind.compute?.fairness),
      ...costCells(all, gain),
    ]),
  );
}

function qosText(policies: readonly PolicySummary[]): string {
  return `Length and epochs as above, ${mixesText(policies[0]!.kinds.length)}. ${QOS_TARGET} is asked for the memory-bound program of a mixed pair, else for the first (the paper draws it). The paper: proportional, DASE-QoS and Themis-QoS miss some targets, HSM-QoS none, with an STP 7.7 % above proportional, 4.4 above Themis-QoS and 5.5 above DASE-QoS.`;
}

function qosTable(policies: readonly PolicySummary[]): string {
  return markdownTable(
    [
      'policy',
      `progress of ${QOS_TARGET} kept`,
      'from the third epoch on',
      'that progress (least)',
      'STP',
      'over proportional',
      'ANTT',
      'over proportional',
    ],
    policies.map(({ policy, kinds, all, gain, kept, keptSettled, priority }) => [
      policy,
      `${kept} of ${kinds.length}`,
      keptSettled === null ? '–' : `${keptSettled} of ${kinds.length}`,
      `${two(priority.mean)} (${two(priority.least)})`,
      ...costCells(all, gain),
    ]),
  );
}

const costCells = ({ throughput, turnaround }: PolicyMeasures, gain: PolicyMeasures): string[] => [
  numberText(throughput),
  gainText(gain.throughput),
  numberText(turnaround),
  gainText(gain.turnaround),
];

/** What models make of each epoch at even SMs. */
function epochPart({ epochs }: HsmSummary): string[] {
  const errors = epochErrors(epochs);
  const asked = Math.max(0, ...Object.values(errors).map(({ length }) => length));
  if (asked === 0) return [];
  return [
    '### Epoch by epoch',
    `Progress in each epoch of ${cycles(EPOCH_CYCLES)} cycles of the even runs above, as models tell it from the counters of that epoch: ${asked} epochs of programs.`,
    errorsTable(errors),
  ];
}

/** Errors of progress by the models that were asked at all; where progress is near 0 they are without bound. */
export function errorsTable(errors: Readonly<Record<string, readonly number[]>>): string {
  const asked = Object.entries(errors).filter(([, each]) => each.length > 0);
  return markdownTable(
    ['model', 'median errNP', 'mean', 'worst'],
    asked.map(([model, each]) => [
      model,
      percent(median(each)),
      percent(mean(each)),
      percent(Math.max(...each)),
    ]),
  );
}
