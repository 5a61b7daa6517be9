import type { Series } from '../../plots/lineChart';
import { lineChart } from '../../plots/lineChart';
import { barChart, type BarGroup } from '../../plots/barChart';
import type { Plot } from '../../plots/plot';
import { ratioOf } from './epochSeries';
import type { PolicyMeasures, PolicySummary } from './policySummary';
import type { HsmSummary } from './summary';

/** Pictures of all GPUs; of the policies only where some are recorded. */
export function hsmPlots(summaries: readonly HsmSummary[]): Plot[] {
  return summaries.flatMap((summary) => [
    demandPlot(summary),
    linePlot(summary),
    rowHitPlot(summary),
    ...errorPlot(summary),
    ...policyPlots(summary),
    ...epochPlot(summary),
  ]);
}

const nameOf = ({ gpu }: HsmSummary, what: string): string => `${gpu}-${what}`;

/** Figure 2: the lower of demand and potential is what bounds a program. */
function demandPlot(summary: HsmSummary): Plot {
  const title = 'Demand for DRAM and what its row hits let through, alone (figure 2)';
  const [demand, potential, used] = ['demand', 'potential', 'used'];
  const groups = summary.programs.map((one): BarGroup => ({
    name: one.name,
    values: { [demand]: Math.min(one.demand, MOST_DEMAND), [potential]: one.potential, [used]: one.busShare },
  }));
  return {
    name: nameOf(summary, 'demand'),
    title,
    svg: barChart([demand, potential, used], groups, {
      title,
      xLabel: `share of the data bus (demand up to ${MOST_DEMAND})`,
    }),
  };
}

const MOST_DEMAND = 2;

/** Figure 3. */
function linePlot(summary: HsmSummary): Plot {
  const { line, points } = summary.model;
  const title = 'Row hits and use of DRAM, alone (figure 3)';
  const at = (x: number): { x: number; y: number } => ({ x, y: line.c1 * x + line.c2 });
  const names = new Set(summary.programs.map(({ name }) => name));
  const scattered = (name: string, isProgram: boolean): Series => ({
    name,
    isScattered: true,
    points: points
      .filter((point) => names.has(point.name) === isProgram)
      .map(({ rowHitRate, busShare }) => ({ x: Number(rowHitRate.toFixed(2)), y: busShare })),
  });
  const series = [
    { name: 'the line', points: [at(0), at(1)] },
    scattered('programs that fill DRAM', true),
    scattered('streams', false),
  ].filter((one) => one.points.length > 0);
  return {
    name: nameOf(summary, 'line'),
    title,
    svg: lineChart(series, { title, xLabel: 'row-hit rate', yLabel: 'share of the data bus' }),
  };
}

/** Figure 4, of programs that were run in mixes. */
function rowHitPlot(summary: HsmSummary): Plot {
  const title = 'Row-hit rates alone and in mixes (figure 4)';
  const groups = summary.programs.flatMap(({ name, paper, rowHitRate, company }): BarGroup[] =>
    company === null || paper === 'compute'
      ? []
      : [
          {
            name,
            values: {
              alone: rowHitRate,
              'mean in mixes': company.mean,
              least: company.least,
              most: company.most,
            },
          },
        ],
  );
  return {
    name: nameOf(summary, 'row-hits'),
    title,
    svg: barChart(['alone', 'mean in mixes', 'least', 'most'], groups, { title, xLabel: 'row-hit rate' }),
  };
}

/** Figure 10: errors of every method in ascending order. */
function errorPlot(summary: HsmSummary): Plot[] {
  if (summary.methods.length === 0) return [];
  const title = 'Errors of progress in ascending order (figure 10)';
  const series = summary.methods
    .filter(({ method }) => !HIDDEN_METHODS.has(method))
    .map(({ method, all: { each } }): Series => ({
      name: method,
      points: TWENTIETHS.map((share) => ({
        x: share * 100,
        y: 100 * each[Math.min(each.length - 1, Math.floor(share * each.length))]!,
      })),
    }));
  return [
    {
      name: nameOf(summary, 'errors'),
      title,
      svg: lineChart(series, { title, xLabel: 'share of predictions, %', yLabel: 'errNP, %', yMaximum: 150 }),
    },
  ];
}

/** What others draw over or what goes far off the picture. */
const HIDDEN_METHODS: ReadonlySet<string> = new Set([
  'HSM, demand by mix',
  'Themis, as it comes out',
  'as alone',
]);
const TWENTIETHS = Array.from({ length: 21 }, (_, at) => at / 20);

/** Figures 11 to 13: every measure of every policy, over all mixes and by their kind. */
function policyPlots(summary: HsmSummary): Plot[] {
  const { fair, qos } = summary.policies;
  const drawn = (
    name: string,
    title: string,
    policies: readonly PolicySummary[],
    measure: keyof PolicyMeasures,
  ): Plot[] =>
    policies.length === 0
      ? []
      : [{ name: nameOf(summary, name), title, svg: measureChart(title, policies, measure) }];
  return [
    ...drawn('fairness', 'Fairness (figures 11 and 13)', fair, 'fairness'),
    ...drawn('throughput', 'STP of the fair policies (figures 11 and 13)', fair, 'throughput'),
    ...drawn('turnaround', 'ANTT of the fair policies (figure 11)', fair, 'turnaround'),
    ...drawn('qos-throughput', 'STP beside a target of 0.8 (figure 12)', qos, 'throughput'),
    ...qosPlot(summary, qos),
  ];
}

function measureChart(
  title: string,
  policies: readonly PolicySummary[],
  measure: keyof PolicyMeasures,
): string {
  const kinds = [...new Set(policies[0]!.kinds)];
  const valuesOf = (of: (one: PolicySummary) => PolicyMeasures | undefined): BarGroup['values'] =>
    Object.fromEntries(
      policies.flatMap((one) => {
        const measures = of(one);
        return measures === undefined ? [] : [[one.policy, measures[measure].mean]];
      }),
    );
  const groups = [
    { name: 'all', values: valuesOf(({ all }) => all) },
    ...kinds.map((kind) => ({ name: kind, values: valuesOf(({ byKind }) => byKind[kind]) })),
  ];
  return barChart(
    policies.map(({ policy }) => policy),
    groups,
    { title, xLabel: 'mean over mixes' },
  );
}

function qosPlot(summary: HsmSummary, qos: readonly PolicySummary[]): Plot[] {
  if (qos.length === 0) return [];
  const title = 'Progress of the program that is to keep 0.8 (figure 12)';
  const groups = qos.map(({ policy, priority }): BarGroup => ({
    name: policy,
    values: { mean: priority.mean, least: priority.least },
  }));
  return [
    {
      name: nameOf(summary, 'qos-progress'),
      title,
      svg: barChart(['mean', 'least'], groups, { title, xLabel: 'normalised progress' }),
    },
  ];
}

/** Figure 9: progress of each epoch over the SMs of the program, against that in the even epochs of the same mix. */
function epochPlot(summary: HsmSummary): Plot[] {
  const ratios = ratioOf(summary.epochs);
  if (ratios.length === 0) return [];
  const title = 'Progress of epochs over SMs, both over those at an even split (figure 9)';
  const memory = new Set(
    summary.programs.filter(({ printed }) => printed === 'memory').map(({ name }) => name),
  );
  const scattered = (name: string, isMemory: boolean): Series => ({
    name,
    isScattered: true,
    points: ratios
      .filter((one) => memory.has(one.program) === isMemory)
      .map(({ sms, progress }) => ({ x: Number(sms.toFixed(2)), y: progress })),
  });
  const series = [
    {
      name: 'the line of section 4.2',
      points: [
        { x: 0, y: 0 },
        { x: 2, y: 2 },
      ],
    },
    scattered('memory-bound', true),
    scattered('compute-bound', false),
  ].filter((one) => one.points.length > 0);
  return [
    {
      name: nameOf(summary, 'epochs'),
      title,
      svg: lineChart(series, { title, xLabel: 'SMs over an even share', yLabel: 'progress over that' }),
    },
  ];
}
