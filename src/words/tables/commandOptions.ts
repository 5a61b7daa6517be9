import type { Table } from '../entry';

/** What commands and their options do, as `--help` tells it. */
export const commandOptions = {
  'cli.allocate.confidence': "how surely targets are kept despite the predictor's error: {known}",
  'cli.allocate.csv': 'prints every epoch as CSV instead: SMs and predicted slowdowns of each application',
  'cli.allocate.epoch': 'core cycles between two decisions of the engine',
  'cli.allocate.epochs': 'most decisions',
  'cli.allocate.equal': 'equal',
  'cli.allocate.mechanism': 'how the split is to be applied: {known}',
  'cli.allocate.mechanismOfMode': "what suits the scenario's mode",
  'cli.allocate.qos': 'aims at a progress of an application, as a share of alone, e.g. 0.8',
  'cli.allocate.summary':
    'Splits the SMs of a GPU between applications whose kernels run together: fairly by weights, or for a progress target.',
  'cli.allocate.weights': 'aims at progress in these shares, one for each application',
  'cli.analyze.allPairs':
    'also pairs of kernels that can never run at the same time, in the table and in the simulations',
  'cli.analyze.full':
    'with --json everything, beyond 5 MB too: of each pair also what every predictor says of it, and what its numbers rest on',
  'cli.analyze.summary':
    'The main job: classes, occupancy, block sizes, co-run matrix and stream orders of a workspace.',
  'cli.blocksize.simulate': 'most kernels that are simulated at other block sizes, 0 for none',
  'cli.blocksize.summary':
    'Suggests block sizes: what every method says, the advice with its evidence, and the source edit.',
  'cli.check.baseline': 'an earlier corun check --json: what got worse beyond its error fails',
  'cli.check.maxSlowdown':
    'how many times as long a kernel may take beside another one, waiting included, e.g. 1.5',
  'cli.check.mode':
    'how applications share the GPU: {modes}; kernels of different programs meet in all but {streams}',
  'cli.check.complete':
    'with a limit or a baseline: exit code 4 also where some pair could not be judged, or host code was not followed',
  'cli.check.running':
    'the limit is for how much slower kernels run, not for how long they wait for SMs that others hold',
  'cli.check.sarif': 'writes what is wrong as SARIF 2.1.0, for code scanning',
  'cli.check.simulate': 'most kernels that are simulated, and their pairs that can meet, 0 for none',
  'cli.compare.estimate': 'predictions only, at once: nothing is simulated',
  'cli.compare.gpu': 'GPUs to compare on, of those that corun gpus lists',
  'cli.compare.kernels': 'kernels, two to seven, by name or id',
  'cli.compare.programs':
    'two programs instead, by name or file: with their copies, host waits and all launches',
  'cli.compare.summary':
    'Two kernels or programs that want one GPU: one after the other, streams, MPS, green contexts, MIG and time slices side by side.',
  'cli.check.summary':
    'For continuous integration: fails where kernels that can run together slow each other down too much, or more than before.',
  'cli.dram.memory': 'memory of one channel, e.g. {example}, or a file of its timings',
  'cli.dram.refresh': 'whether rows are refreshed',
  'cli.dram.scheduler': 'order of requests: {known}',
  'cli.dram.stream': 'requests, one a line',
  'cli.calibrate.summary':
    'Measures a GPU with micro-benchmarks and writes a GPU file: here, or on a machine without Corun.',
  'cli.calibrate.run': 'compile with nvcc and run on this machine (nothing is run without this flag)',
  'cli.calibrate.emit': 'write the source and {script} for a machine without Corun',
  'cli.calibrate.import': 'read what the micro-benchmarks printed elsewhere',
  'cli.calibrate.device': 'number of the GPU to measure',
  'cli.calibrate.nvcc': 'the compiler',
  'cli.calibrate.id': 'id of the GPU in its file (default: by its name)',
  'cli.calibrate.out': 'the GPU file',
  'cli.calibrate.oneWay': 'say one of --run, --emit DIR and --import FILE',
  'cli.calibrate.thisRun': 'micro-benchmarks',
  'cli.calibrate.emitted':
    'Copy {folder} to the machine with the GPU, run {script} there, and read the result here: corun calibrate --import {output}',
  'cli.measure.summary':
    'Measures co-runs of kernels of Corun on a GPU, alone, in twos and threes, and compares simulated ones with them.',
  'cli.measure.mps':
    'measure under MPS, too: starts its control daemon with a folder of its own, and ends it',
  'cli.measure.emit': 'write sources and {script} for a machine without Corun',
  'cli.measure.import': 'read what was printed elsewhere, or data written by --out',
  'cli.measure.compare':
    'simulate the same co-runs, and say how far they are off, beside rules that know nothing',
  'cli.measure.gpu': 'the GPU to simulate (default: the card by its name)',
  'cli.measure.sample': 'simulate only so many of the co-runs, drawn with a fixed seed (default: all)',
  'cli.measure.cycles':
    'longest simulated co-run, in cycles: each runs until the paces of its kernels stand still',
  'cli.measure.out': 'the data, as JSON',
  'cli.measure.thisRun': 'co-runs',
  'cli.measure.simulated': '{done} of {total} co-runs simulated',
  'cli.measure.whichGpu': 'the catalogue has no {gpu}: name the GPU to simulate with --gpu',
  'cli.measure.emitted':
    'Copy {folder} to the machine with the GPU (Linux), run {script} there ("{script} 0 nvcc mps" for MPS, too), and read the result here: corun measure --import {output}',
  'cli.features.set':
    'a published set of metrics to collect, and to tell likeness by, in place of those that are selected: {known}',
  'cli.features.setSelected': 'those selected',
  'cli.features.keep': 'per cent of the variance over kernels that the metrics are to keep',
  'cli.features.program': 'the program that is to be profiled, as you type it',
  'cli.features.seed': 'seed of the clustering',
  'cli.features.summary':
    'Which few metrics tell most about your kernels, and the command lines that collect just these.',
  'cli.fit.gpu': 'GPU that the profile was taken on, where the file does not tell or tells wrongly',
  'cli.fit.matchDuration': 'refines towards the measured duration, too',
  'cli.fit.refine': 'core cycles that refining a program may simulate, 0 for none',
  'cli.fit.seed': 'seed of simulation and refinement',
  'cli.fit.source': 'sources whose kernels are calibrated, instead of programs made of counters alone',
  'cli.fit.summary':
    'Makes kernel programs from the counters of a profile, or calibrates those of sources to it, and says how far they are off in simulation.',
  'cli.gpus.summary':
    'Lists the GPU catalogue; of one GPU every number: published, measured, derived or assumed, and its source.',
  'cli.kernels.summary': 'Lists the kernels and launches of CUDA sources.',
  'cli.lower.arguments': 'numbers for parameters and other names that the source leaves open',
  'cli.lower.summary':
    'Shows kernels as the simulator runs them, with everything that was taken for granted.',
  'cli.occupancy.block': 'threads of a block',
  'cli.occupancy.dynamicShared': 'dynamic shared memory of a block',
  'cli.occupancy.registers': 'registers of a thread',
  'cli.occupancy.staticShared': 'static shared memory of a block',
  'cli.occupancy.summary': 'Resident blocks and warps per SM, and what limits them.',
  'cli.option.again': '{help}; may be given several times',
  'cli.option.all': 'all',
  'cli.option.counters': 'where counters come from: an epoch together (shared), or runs alone (solo)',
  'cli.option.gpu': 'GPU that answers are for, of those that corun gpus lists',
  'cli.option.gpuOfList': 'GPU, of those that corun gpus lists',
  'cli.option.gpuOfProfiles': 'that of the profiles, else {gpu}',
  'cli.option.gpuOfScenario': 'that of the scenario',
  'cli.option.help': 'tells this',
  'cli.option.json': 'one JSON document on standard output instead of text',
  'cli.option.kernel': 'only kernels of this name',
  'cli.option.language': 'language of texts, e.g. {example}; answers in JSON stay English',
  'cli.option.languageOfSystem': 'that of the environment ({variables})',
  'cli.option.launch': 'launch of programs whose files name none',
  'cli.option.mode': 'how applications share the GPU: {modes}',
  'cli.option.models': 'folder with trained models, instead of those that come along',
  'cli.option.otherwise': '{help} (default: {otherwise})',
  'cli.option.programs': 'takes kernel programs, applications and scenarios as files, and no scenario',
  'cli.option.arguments':
    'numbers for names that the sources leave open, one for the whole project, or KERNEL:NAME=NUMBER for one kernel alone',
  'cli.option.simulate': 'most kernels that are simulated alone and in pairs, 0 for none',
  'cli.order.application': 'only this application',
  'cli.order.simulate': 'most kernels without measured times that are simulated alone, 0 for none',
  'cli.order.summary':
    'Predicts the timelines of applications: launch orders, and whether to use streams at all.',
  'cli.predict.at': 'tells this split of the SMs, too, without simulating it',
  'cli.predict.best': 'the one with the least error for such counters',
  'cli.predict.epoch': 'core cycles that applications run together while events are counted',
  'cli.predict.predictor': 'predictor: {known}',
  'cli.predict.summary':
    'Predicts how much the applications of a scenario slow each other down while their kernels run together.',
  'cli.profile.summary':
    'Reads files of Nsight Systems, PyTorch, Nsight Compute and nvprof: kernels, transfers, metrics, idle time, warnings.',
  'cli.profile.join': 'puts the counters of some of the files beside the kernels of the timelines among them',
  'cli.report.html': 'writes the report as a page without script that loads nothing',
  'cli.report.md': 'writes the report as Markdown',
  'cli.report.summary': 'Writes advice, verdicts and what they rest on as one page to send to a colleague.',
  'cli.reproduce.summary':
    "Repeats a paper's evaluation and prints it beside the paper's numbers (source checkout only).",
  'cli.schema.summary': 'Prints the JSON Schema of an input (scenario, program) or of what a command prints.',
  'cli.simulate.summary':
    'Runs a scenario on the embedded GPU simulator, or a stream of requests on one DRAM channel.',
  'cli.train.summary':
    "Collects a predictor's training data on the simulator and fits its parameters (source checkout only).",
} as const satisfies Table;
