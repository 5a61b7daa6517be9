import { markdownTable } from '../../../src/kernel/markdownTable';
import { MOST_CYCLES } from '../runs';
import type { ProgramFacts } from './programFacts';
import { percent, shareText, two } from './numbers';
import { policyPart } from './renderPolicies';
import { sensitivityPart } from './renderSensitivity';
import type { Plot } from '../../plots/plot';
import type { ErrorSummary, HsmSummary, MethodSummary } from './summary';

/** Errors that the paper reports of a GPU (sections 6.1 and 6.5). */
const PAPER: Readonly<Record<string, string>> = {
  'hsm-80sm-hbm': '6.8 % in the mean, 30.3 % at worst, over 105 mixes',
  'hsm-40sm-gddr5': '6.5 % in the mean',
};

/** The page of the reproduction. */
export function renderHsm(gpus: readonly HsmSummary[], plots: readonly Plot[]): string {
  return [intro(), ...gpus.map((summary) => gpuPart(summary, plots)), REASONS, LEFT_OUT].join('\n\n');
}

function intro(): string {
  return `# HSM, reproduced

Zhao, Jahre and Eeckhout, "HSM: A Hybrid Slowdown Model for Multitasking GPUs", ASPLOS 2020. Written by \`corun reproduce hsm\` from the runs in [hsm-runs.ndjson](hsm-runs.ndjson), which \`npm run study -- hsm-collect\` makes: programs of the suite after table 2, whole. Each begins anew until all of a mix have ended once or ${MOST_CYCLES.toLocaleString('en-US')} cycles are over, only the first run of each counts, and truth is the time that the same instructions take alone. Mixes are the first of all 105 in an order drawn by seed 1. Errors are errNP = |predicted − true| / true of both programs; ± is half of a 95 % interval of the mean over mixes (Student's t), told of three mixes or more. Every epoch of every run under a policy stands in [hsm-epochs.csv](hsm-epochs.csv). Themis' networks for the 80-SM GPU come from \`npm run study -- hsm-themis\`. What differs from the paper in the model stands in [its deviations](../../src/predictors/hsm/DEVIATIONS.md).`;
}

/** Says of runs that they are of earlier programs; nothing where all are of today's. */
function runsText({ runs: { rows, outdated } }: HsmSummary): readonly string[] {
  if (outdated === 0) return [];
  const which = outdated === rows ? `All ${rows}` : `${outdated} of the ${rows}`;
  return [
    `${which} runs that this comes from were made with programs as they were lowered then, or with an earlier description of the GPU; they would run otherwise today.`,
  ];
}

function gpuPart(summary: HsmSummary, plots: readonly Plot[]): string {
  const { gpu, model, programs, methods } = summary;
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
    ...coupleText(summary),
    '### Programs alone and in company (figures 2 and 4)',
    programTable(programs),
    ...(methods.length === 0 ? [] : ['### Errors (figure 10)', errorText(summary), errorTable(methods)]),
    ...policyPart(summary),
    ...sensitivityPart(summary.sensitivity),
    '### Pictures',
    ...plots.filter(({ name }) => name.startsWith(gpu)).map(({ name, title }) => `![${title}](${name}.svg)`),
  ].join('\n\n');
}

function lineText({ model, gpu }: HsmSummary): string {
  const { c1, c2 } = model.line;
  const paper =
    gpu === 'hsm-80sm-hbm' ? ' The text’s points (0.46 at 0.2, 0.86 at 1) make c1 0.5 and c2 0.36.' : '';
  return `Line of equation 5 (figure 3): c1 ${c1}, c2 ${c2}, R² ${two(model.rSquared)}; ${two(c1 * 0.2 + c2)} at a row-hit rate of 0.2.${paper}`;
}

/** Training on two points (section 6.5). */
function coupleText({ couples }: HsmSummary): string[] {
  if (couples === null) return [];
  const { c1, c2, error } = couples;
  const mixes =
    error === null
      ? ''
      : `, HSM's mean error on the mixes below from ${percent(error.least)} to ${percent(error.most)} (${percent(error.mean)} in the mean of the couples)`;
  return [
    `Lines through a couple of these points alone, one with row hits below 0.3 and one above 0.65 (section 6.5; the paper has 0.7): over all ${couples.couples} couples c1 goes from ${two(c1.least)} to ${two(c1.most)}, c2 from ${two(c2.least)} to ${two(c2.most)}${mixes}. In the paper both vary by less than 0.2 %.`,
  ];
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
  return `${memory + mixed + compute} mixes: ${memory} memory-memory, ${mixed} mixed, ${compute} compute-compute by the paper's classes, even SMs. The paper: ${PAPER[gpu]!}. The last column leaves out programs that neither fill DRAM alone nor are compute-bound for HSM: what equation 5 takes for granted does not hold of them.`;
}

function errorTable(methods: readonly MethodSummary[]): string {
  const cell = (one: ErrorSummary | undefined): string =>
    one === undefined ? '–' : `${shareText(one)} (${percent(one.worst)})`;
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

const REASONS = `## Why it differs

- **Programs that do not fill DRAM.** Equation 5 reads a memory-bound kernel's progress off its bandwidth, since alone it fills DRAM. Here some of the paper's memory-bound programs do not on 80 SMs: their grids end in few waves or their warps wait for single loads, so that the equation gives them less than 1 alone (last column of the table of programs). Their slowdown is told too large in every mix; they are most of the error and all of its worst cases.
- **Classes.** pathfinder uses most of DRAM here and is memory-bound for the classifier, dwt2d is compute-bound; the paper has them the other way round. Both follow from what they do on this GPU.
- **Both forms of the classifier** agree on these programs: none waits for fp64 or special units long enough.
- **Sizes.** Our programs are whole but smaller than table 2's (1 to 24 billion instructions there), so that launches and last waves weigh more.
- **Policies, epochs of 50,000 cycles.** They do what the paper says of them, on few mixes: HSM-Fair is the fairest by far on both GPUs (86 and 92 %, the paper 84 and 89) and gains STP and ANTT, DASE-Fair and Themis-Fair have a fifth to two fifths of its gain, BW-App helps memory-bound mixes a little and mixed ones hardly; a threshold above 0.8 gains nothing more. conv2d beside lbm is most of the gain in memory mixes: an even split leaves lbm next to as fast as alone and conv2d at 0.2.
- **Epochs that end with kernels** take two fifths of the gain in fairness away and cost STP: programs of several launches are put back to even SMs before what the epoch told can be used. In the paper's runs of 5 million cycles with larger kernels that happens seldom. Nothing goes by it by default.
- **QoS.** A run is ten epochs, the first of which is an even split, the second often a step on the way. Beside mri-q binomial-options is compute-bound and gets 64 SMs from the third epoch on, which is 0.80 exactly, and misses 0.8 over the whole run by its start; convolution-separable beside dwt2d is told 0.82 to 0.86 where it is 0.76 to 0.82. A target with nothing to spare is met by a model without error only. Proportional keeps 0.85 in the mean of nine, since progress of memory-bound programs is more than their share of the SMs, and misses two, of them conv2d beside lbm at 0.55, which HSM-QoS keeps with 79 SMs. On 40 SMs with GDDR5 all four targets are kept from the third epoch on, two of them not over the whole run, at an STP 13 % above proportional (the paper 8 % on 80 SMs).
- **Four programs.** HSM-Fair is 1.9 times as fair as even in the mean of nine mixes (the paper 2.2), at 5 % less STP. The worst error of every model is of a mix with page-view-count, whose progress is near 0 at even SMs: the median tells more.
- **Policies, epochs of 10,000 cycles.** Those that move SMs lose to static splits there: HSM-QoS gives the first program 54 to 78 of 80 SMs in the mean, and its progress is 0.61 where 64 SMs for all of the run are 0.81. An epoch of 10,000 cycles is too short for it: the registers of 24 SMs are up to 6.3 MB, which DRAM at its peak takes 9,800 cycles to write and as many to read, and what counters tell of so few cycles swings with launches (79 SMs in one epoch, 28 four epochs later). Even where nothing moves again it costs: dxtc beside hotspot has 64 SMs from the second epoch on, and 0.65 against 0.82 under proportional. What the policies gain with epochs of 500,000 cycles these runs do not tell.
- **Themis** has learned from twelve programs of the suite with one launch each, none of which judges it (seed 1; splits of 13, 40 and 67 SMs, two levels of pressure, windows of 12,000 cycles): on programs held out the better of its networks is 20 % off. What HSM's authors trained theirs on is not said. The cap changes next to nothing here.
- **The line** is fitted to programs that fill DRAM and to streams below their row hits; the paper's programs reach down to a row-hit rate of about 0.2 by themselves.`;

const LEFT_OUT = `## Not here

What processor time was not spent on. 80 SMs go at 65 to 118 thousand cycles a second on a quiet machine ([speed](../simulator-speed.md)): by that, nine mixes under the nine policies as above take 6 to 10 minutes beside what their programs take alone, and all 105 at the paper's length 11 to 20 hours. Each is a call of \`npm run study -- hsm-collect\`, which goes on where it was ended:

- the remaining mixes (\`--mixes 105\`), policies over more of them (\`--policies 20\`), on the GDDR5 GPU, too (\`--gpu hsm-40sm-gddr5\`);
- more mixes of four programs (\`--size 4 --policies 20 --under even,HSM-Fair,DASE-Fair\`), of thresholds (\`--under even,HSM-Fair:0.7,HSM-Fair:0.95\`) and with other memory controllers (\`--cap 0\`, \`--queue 32\`).

What no study asks: programs on other numbers of SMs than all and three quarters (figure 2b). Left out by choice: auxiliary tags (their gain is within our errors).`;
