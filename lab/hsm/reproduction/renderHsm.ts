import { markdownTable } from '../../../src/kernel/markdownTable';
import { EPOCH_CYCLES, QOS_TARGET } from '../policyRuns';
import { MOST_CYCLES } from '../runs';
import type { ProgramFacts } from './programFacts';
import type { ErrorSummary, HsmSummary, MethodSummary, PolicySummary } from './summary';

/** What the paper reports of a GPU (sections 6.1 to 6.5). */
const PAPER: Readonly<Record<string, { readonly error: string; readonly fairness: string }>> = {
  'hsm-80sm-hbm': { error: '6.8 % in the mean, 30.3 % at worst, over 105 mixes', fairness: '84.1 %' },
  'hsm-40sm-gddr5': { error: '6.5 % in the mean', fairness: '88.7 %' },
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const two = (value: number): string => value.toFixed(2);

/** The page of the reproduction. */
export function renderHsm(gpus: readonly HsmSummary[]): string {
  return [intro(), ...gpus.map(gpuPart), REASONS, LEFT_OUT].join('\n\n');
}

function intro(): string {
  return `# HSM, reproduced

Zhao, Jahre and Eeckhout, "HSM: A Hybrid Slowdown Model for Multitasking GPUs", ASPLOS 2020. Written by \`corun reproduce hsm\` from the runs in [hsm-runs.ndjson](hsm-runs.ndjson), which \`npm run study -- hsm-collect\` makes: programs of the suite after table 2, whole. Each begins anew until all of a mix have ended once or ${MOST_CYCLES.toLocaleString('en-US')} cycles are over, only the first run of each counts, and truth is the time that the same instructions take alone. Mixes are the first of all 105 in an order drawn by seed 1. Errors are errNP = |predicted − true| / true of both programs; ± is half of a 95 % interval over mixes. What differs from the paper in the model stands in [its deviations](../../src/predictors/hsm/DEVIATIONS.md).`;
}

/** Says of runs that they are of earlier programs; nothing where all are of today's. */
function runsText({ runs: { rows, outdated } }: HsmSummary): readonly string[] {
  if (outdated === 0) return [];
  const which = outdated === rows ? `All ${rows}` : `${outdated} of the ${rows}`;
  return [
    `${which} runs that this comes from were made with programs as they were lowered then, or with an earlier description of the GPU; they would run otherwise today.`,
  ];
}

function gpuPart(summary: HsmSummary): string {
  const { gpu, model, programs, methods, policies } = summary;
  return [
    `## ${gpu}`,
    ...runsText(summary),
    lineText(summary),
    markdownTable(
      ['alone on the whole GPU', 'row-hit rate', 'share of the data bus', 'line'],
      model.points.map(({ name, rowHitRate, busShare }) => [
        name,
        two(rowHitRate),
        two(busShare),
        two(model.line.c1 * rowHitRate + model.line.c2),
      ]),
    ),
    '### Programs alone and in company (figures 2 and 4)',
    programTable(programs),
    ...(methods.length === 0 ? [] : ['### Errors (figure 10)', errorText(summary), errorTable(methods)]),
    ...(policies.length === 0
      ? []
      : ['### Policies (figures 11 to 13)', policyText(policies), policyTable(policies)]),
  ].join('\n\n');
}

function lineText({ model, gpu }: HsmSummary): string {
  const { c1, c2 } = model.line;
  const paper =
    gpu === 'hsm-80sm-hbm' ? ' The text’s points (0.46 at 0.2, 0.86 at 1) make c1 0.5 and c2 0.36.' : '';
  return `Line of equation 5 (figure 3): c1 ${c1}, c2 ${c2}, R² ${two(model.rSquared)}; ${two(c1 * 0.2 + c2)} at a row-hit rate of 0.2.${paper}`;
}

function programTable(programs: readonly ProgramFacts[]): string {
  return markdownTable(
    [
      'program',
      'class in the paper',
      'as printed',
      'by mix',
      'cycles alone',
      'row hits alone',
      'in mixes (least–most)',
      'bus alone',
      'gain of a third more SMs',
      'NP predicted alone',
    ],
    programs.map((one) => [
      one.name,
      one.paper,
      one.printed,
      one.byMix,
      Number.isNaN(one.cycles) ? '–' : one.cycles.toLocaleString('en-US'),
      two(one.rowHitRate),
      one.company === null
        ? '–'
        : `${two(one.company.mean)} (${two(one.company.least)}–${two(one.company.most)})`,
      two(one.busShare),
      one.gain === null ? '–' : two(one.gain),
      two(one.progressAlone),
    ]),
  );
}

function errorText({ gpu, mixes }: HsmSummary): string {
  const { memory, mixed, compute } = mixes;
  return `${memory + mixed + compute} mixes: ${memory} memory-memory, ${mixed} mixed, ${compute} compute-compute by the paper's classes, even SMs. The paper: ${PAPER[gpu]!.error}. The last column leaves out programs that neither fill DRAM alone nor are compute-bound for HSM: what equation 5 takes for granted does not hold of them.`;
}

function errorTable(methods: readonly MethodSummary[]): string {
  const cell = (one: ErrorSummary | undefined): string =>
    one === undefined
      ? '–'
      : `${percent(one.mean)} ± ${(one.halfInterval * 100).toFixed(1)} (${percent(one.worst)})`;
  return markdownTable(
    ['mean ± interval (worst)', 'all', 'memory', 'mixed', 'compute', 'where the insights hold'],
    methods.map(({ method, all, byKind, insight }) => [
      method,
      cell(all),
      cell(byKind.memory),
      cell(byKind.mixed),
      cell(byKind.compute),
      cell(insight),
    ]),
  );
}

function policyText(policies: readonly PolicySummary[]): string {
  const { mixes } = policies[0]!;
  return `The first ${mixes} mixes of the same draw, until both programs have ended once; progress over all of the run. Epochs of ${EPOCH_CYCLES.toLocaleString('en-US')} cycles, as our programs end after 50,000 to 450,000 where the paper's runs have 5 million and epochs of 500,000. QoS asks ${QOS_TARGET} for the memory-bound program of a mixed pair, else for the first. The paper over 105 mixes: fairness 52.7 % even, 84.1 % HSM-Fair; HSM-QoS keeps every target, with an STP 7.7 % above proportional; BW-App 18.1 % fairer than even in memory mixes, 5.3 % in mixed.`;
}

function policyTable(policies: readonly PolicySummary[]): string {
  return markdownTable(
    ['policy', 'fairness', 'STP', 'ANTT', `progress of ${QOS_TARGET} kept`, 'that progress (least)'],
    policies.map(({ policy, mixes, fairness, throughput, turnaround, kept, priority }) => [
      policy,
      percent(fairness),
      two(throughput),
      two(turnaround),
      `${kept} of ${mixes}`,
      `${two(priority.mean)} (${two(priority.least)})`,
    ]),
  );
}

const REASONS = `## Why it differs

- **Programs that do not fill DRAM.** Equation 5 reads a memory-bound kernel's progress off its bandwidth, since alone it fills DRAM. Here some of the paper's memory-bound programs do not on 80 SMs: their grids end in few waves or their warps wait for single loads, so that the equation gives them less than 1 alone (last column of the table of programs). Their slowdown is told too large in every mix; they are most of the error and all of its worst cases.
- **Classes.** pathfinder uses most of DRAM here and is memory-bound for the classifier, dwt2d is compute-bound; the paper has them the other way round. Both follow from what they do on this GPU.
- **Both forms of the classifier** agree on these programs: none waits for fp64 or special units long enough.
- **Sizes.** Our programs are whole but smaller than table 2's (1 to 24 billion instructions there), so that launches and last waves weigh more.
- **Policies.** Those that move SMs lose to static splits here: HSM-QoS gives the first program 54 to 78 of 80 SMs in the mean, and its progress is 0.61 where 64 SMs for all of the run are 0.81. An epoch of 10,000 cycles is too short for it: the registers of 24 SMs are up to 6.3 MB, which DRAM at its peak takes 9,800 cycles to write and as many to read, and what counters tell of so few cycles swings with launches (79 SMs in one epoch, 28 four epochs later). Even where nothing moves again it costs: dxtc beside hotspot has 64 SMs from the second epoch on, and 0.65 against 0.82 under proportional. What the policies gain with epochs of 500,000 cycles these runs do not tell.
- **The line** is fitted to programs that fill DRAM and to streams below their row hits; the paper's programs reach down to a row-hit rate of about 0.2 by themselves.`;

const LEFT_OUT = `## Not here

Themis trained on this GPU; the remaining mixes; policies in full runs and for four programs; figures 2, 4 and 9 as plots; sensitivity to queue, cap, threshold and training couples; auxiliary tags; a new even epoch when a kernel ends and the 181 cycles of a prediction (0.04 % of the paper's epoch).`;
