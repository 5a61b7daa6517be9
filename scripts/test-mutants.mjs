// Mutation tests with Stryker: small faults are put into the code that every answer rests on, one at a time, and the
// tests named here have to notice. Slow, so it is no part of `npm test`.
//   npm run test:mutants                 all rooms
//   npm run test:mutants -- dispatch     one of them
//   npm run test:mutants -- --force      all mutants again, not only those of changed code
// docs/mutation-tests.md lists what survives, and why.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Stryker } from '@stryker-mutator/core';

/** Share of mutants that the tests of a room have to kill, in per cent. */
const LEAST_KILLED = 85;

/**
 * What is changed in each room, and the fewest tests that guard it; with `constants` also what is computed once at
 * load (tables, patterns), which takes longer.
 */
const ROOMS = {
  dispatch: {
    mutate: ['src/simulator/dispatch/*.ts'],
    tests: ['test/unit/simulator/dispatch/*.test.ts'],
  },
  occupancy: {
    mutate: ['src/gpu/occupancy.ts', 'src/gpu/occupancyCurve.ts', 'src/gpu/waves.ts'],
    tests: ['test/unit/gpu/occupancy.test.ts', 'test/unit/gpu/waves.test.ts'],
  },
  units: {
    mutate: [
      'src/profiles/quantity.ts',
      'src/profiles/ncu/{numbers,units}.ts',
      'src/profiles/nvprof/{cells,metricKinds,unitsRow}.ts',
    ],
    tests: ['test/unit/profiles/units.test.ts', 'test/unit/profiles/ncuNumbers.test.ts'],
    constants: true,
  },
  scheduling: {
    mutate: ['src/simulator/sm/{issueStage,schedulers}.ts'],
    tests: ['test/unit/simulator/sm/scheduling.test.ts'],
  },
  baselines: {
    mutate: [
      'src/predictors/baselines/asm/{asm,asmEstimator}.ts',
      'src/predictors/baselines/bubbleFlux/bubbleSlowdown.ts',
      'src/predictors/baselines/dase/dase.ts',
      'src/predictors/baselines/gpm/{asmGpmEstimator,classifier,gpm}.ts',
      'src/stats/kMeans.ts',
    ],
    tests: ['dase', 'equations'].map((name) => `test/unit/predictors/baselines/${name}.test.ts`),
  },
  hsm: {
    mutate: ['src/predictors/hsm/{equations,counters,kernelProgress,aloneProgress,appProgress,policies}.ts'],
    tests: ['application', 'equations', 'policies'].map((name) => `test/unit/predictors/hsm/${name}.test.ts`),
  },
  'moka-blocks': {
    mutate: ['src/predictors/moka/blocks/pipelined*.ts'],
    tests: ['test/unit/predictors/moka/blocks.test.ts'],
  },
  moka: {
    mutate: [
      'src/predictors/moka/blocks/{blockModel,blockShape}.ts',
      'src/predictors/moka/blocksize/methods.ts',
      'src/predictors/moka/classification/{classify,clocks,warpCounts}.ts',
      'src/predictors/moka/contention/{contention,pairwise,resources,utilization}.ts',
      'src/predictors/moka/simk/{features,simk,vote}.ts',
      'src/predictors/moka/streams/launchModels.ts',
      'src/predictors/moka/transfers/linearTransfer.ts',
    ],
    tests: [
      'blocks',
      'blocksize',
      'classification',
      'contention',
      'equations',
      'simk',
      'streams',
      'transfers',
    ].map((name) => `test/unit/predictors/moka/${name}.test.ts`),
  },
  themis: {
    mutate: [
      'src/predictors/themis/allocation/{policy,progressCurves,qosAim,slowdownCurve,slowdownElsewhere}.ts',
      'src/predictors/themis/model/{encoding,slowdownNetwork}.ts',
      'src/predictors/themis/{applicationSlowdown,events,meanShare}.ts',
      'src/predictors/splits/*.ts',
    ],
    tests: ['allocation', 'encoding', 'equations', 'network', 'qosAim', 'slowdownCurve'].map(
      (name) => `test/unit/predictors/themis/${name}.test.ts`,
    ),
  },
};

const root = path.resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const force = args.includes('--force');
const names = args.filter((arg) => !arg.startsWith('--'));
const unknown = names.filter((name) => !(name in ROOMS));
if (unknown.length > 0) {
  console.error(`no room ${unknown.join(', ')}: ${Object.keys(ROOMS).join(', ')}`);
  process.exit(2);
}

process.chdir(root);
for (const name of names.length > 0 ? names : Object.keys(ROOMS)) await mutate(name, ROOMS[name]);

async function mutate(name, { mutate: files, tests, constants = false }) {
  const report = path.join('out/mutants', `${name}.json`);
  if (force) rmSync(report, { force: true });
  await new Stryker({
    mutate: files,
    testRunner: 'mocha',
    mochaOptions: { config: '.mocharc.json', spec: tests },
    plugins: ['@stryker-mutator/mocha-runner'],
    coverageAnalysis: 'perTest',
    ignoreStatic: !constants,
    // Which words are said is for the tests of the table of messages.
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: 1,
    incremental: true,
    incrementalFile: report,
    ignorePatterns: [
      '/*',
      '!/src',
      '!/test/unit',
      '!/test/support',
      '!/scripts',
      '!/*.json',
      '!/.mocharc.json',
      '!/lab',
      '!/models',
    ],
    tempDirName: 'out/stryker',
    reporters: ['json'],
    jsonReporter: { fileName: 'out/mutants/last.json' },
    allowConsoleColors: false,
    logLevel: 'warn',
    timeoutMS: 10_000,
  }).runMutationTest();
  const { killed, all } = summary(report);
  const share = (100 * killed) / all;
  console.log(`${name}: ${killed} of ${all} mutants killed, ${share.toFixed(1)} %`);
  if (share < LEAST_KILLED) process.exitCode = 1;
}

/** Prints the survivors of a report and counts. */
function summary(report) {
  if (!existsSync(report)) throw new Error(`no report ${report}`);
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  let killed = 0;
  let all = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    const lines = source.split('\n');
    for (const { status, location, replacement, mutatorName } of mutants) {
      if (status === 'Ignored' || status === 'RuntimeError') continue;
      all++;
      if (status === 'Killed' || status === 'Timeout') killed++;
      else {
        const { start, end } = location;
        const text =
          start.line === end.line ? lines[start.line - 1].slice(start.column - 1, end.column - 1) : '…';
        console.log(`${file}:${start.line} ${status} ${mutatorName}: ${text} → ${replacement}`);
      }
    }
  }
  return { killed, all };
}
