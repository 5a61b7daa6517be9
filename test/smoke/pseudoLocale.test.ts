import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { COMMANDS } from '../../src/cli/commands';
import { INSTRUCTION_CLASSES } from '../../src/kernel/instructionClasses';
import { listGpus } from '../../src/gpu/catalogue';
import { SHARING_MODES } from '../../src/kernel/prediction';
import { useLanguage } from '../../src/words';
import { escapedWords, wordsOfCode, type Exceptions } from '../support/escapedWords';
import { pseudoBundle } from '../support/pseudoLocale';
import { CLI, corun, TWO_STREAMS } from './support';

const ROOT = process.env['CORUN_ROOT']!;
const SAMPLES = path.join(ROOT, 'workloads/samples');
const SPLIT = 'workloads/samples/scenarios/split.scenario.json';

/** A copy of the built command line with the pseudo-locale as a language beside it. */
function translatedCli(): string {
  const home = mkdtempSync(path.join(os.tmpdir(), 'corun-pseudo-'));
  const built = path.dirname(CLI);
  mkdirSync(path.join(home, 'l10n'));
  writeFileSync(path.join(home, 'l10n/bundle.l10n.qps.json'), JSON.stringify(pseudoBundle()));
  for (const name of readdirSync(built).filter((file) =>
    /^(cli|worker)(-main)?\.js$|\.wasm$|^schemas$/.test(file),
  ))
    cpSync(path.join(built, name), path.join(home, 'dist', name), { recursive: true });
  for (const name of ['models', 'package.json'])
    symlinkSync(path.join(built, '..', name), path.join(home, name));
  return path.join(home, 'dist/cli.js');
}

/** Names in what is shown of the samples; with a reason where they are none of the samples' own. */
const NAMES = new Set([
  'CSV',
  ...['cu', 'cuh'].flatMap(sourceWords),
  ...readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' }).flatMap(
    (name) => name.match(/[A-Za-z]+/g) ?? [],
  ),
  ...listGpus().flatMap(({ name, id }) => `${name} ${id}`.match(/[A-Za-z]+/g) ?? []),
  // What is typed: commands, values of options and their places in a usage, fields of scenarios.
  ...SHARING_MODES.flatMap((mode) => mode.split('-')),
  ...COMMANDS.map(({ name }) => name),
  ...COMMANDS.flatMap((one) => ('usage' in one ? (one.usage.match(/[A-Za-z]+/g) ?? []) : [])),
  ...['command', 'analyse', 'nowhere', 'many', 'apps', 'mode', 'limits', 'registers', 'de'],
  ...['LANGUAGE', 'LANG', 'SOURCE', 'PERCENT', 'polynomial'],
  // Fields of GPU files, metrics, and the notation of kernel programs.
  ...['network', 'timing', 'ipc', 'loop', 'load', 'store', 'after', 'barrier', ...INSTRUCTION_CLASSES],
  ...['shared', 'solo', 'all', 'corun', 'Corun', 'en', 'qps'],
  // Predictors, methods and formats of profiles by their ids.
  ...['moka', 'contention', 'simulation', 'themis', 'Themis', 'nvprof', 'csv', 'gpu', 'trace', 'metrics'],
  // Directions of copies as CUDA names them, and operations of kernel programs.
  ...['HtoD', 'DtoH', 'DtoD'],
]);

function sourceWords(extension: string): readonly string[] {
  return readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(`.${extension}`))
    .flatMap((name) => wordsOfCode(readFileSync(path.join(SAMPLES, name), 'utf8')));
}

/** Predictors have names of their own, which also tell them apart in answers. */
const PREDICTORS = [/Themis (?:from runs alone )?\([^)]*\)/g, /HSM from runs alone(?: \([^)]*\))?/g];

const EXCEPTIONS: Exceptions = { names: NAMES, texts: PREDICTORS };

describe('the command line in another language', () => {
  it('takes the language that is asked for from the texts beside it', () => {
    const args = [translatedCli(), 'help', '--language', 'qps'];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    assert.match(stdout, /⟦/);
    assert.deepEqual(escapedWords(stdout, EXCEPTIONS), []);
  });
});

// In this process: each of them in a process of its own would load and warm up the whole product again.
describe('what commands say in another language', () => {
  // A command line begins by speaking the language that it was asked for.
  beforeEach(() => useLanguage(pseudoBundle(), 'qps'));
  after(() => useLanguage({}));

  const asked: readonly (readonly string[])[] = [
    ['gpus'],
    ['occupancy', '--gpu', 'v100-sxm2', '--block', '256', '--regs', '64'],
    ['kernels', 'workloads/samples/reduction'],
    ['profile', 'workloads/samples/profiles/hotspot.trace.csv'],
    ['analyze', 'workloads/samples', '--simulate', '0'],
    ['blocksize', ...['reduction', 'spmv', 'matrix-mul'].map((name) => `workloads/samples/${name}`)],
    ['order', TWO_STREAMS, '--simulate', '0'],
    ['fit', 'workloads/samples/profiles/vector-add.metrics.csv'],
    ['predict', SPLIT, '--gpu', 'gtx-950', '--counters', 'solo'],
    ['allocate', SPLIT, '--gpu', 'gtx-950', '--counters', 'solo'],
    ['check', TWO_STREAMS, '--simulate', '0'],
    ['compare', 'workloads/samples/srad', '--kernels', 'srad1,srad2', '--estimate'],
    ['simulate', 'workloads/samples/scenarios/two-kernels.scenario.json'],
    ['lower', 'workloads/samples/reduction'],
    ['calibrate', '--help'],
    ['measure', '--help'],
    ['analyze', '--help'],
    ['allocate', '--help'],
    // What is said of mistakes.
    ['analyse'],
    ['analyze'],
    ['analyze', 'nowhere'],
    ['analyze', 'workloads/samples', '--mode', 'none'],
    ['occupancy', '--gpu', 'v100-sxm2', '--block', 'many'],
    ['simulate', 'package.json'],
  ];
  for (const args of asked)
    it(`says nothing that no table has: ${args.join(' ')}`, async () => {
      const { stdout, stderr } = await corun(...args);
      const text = stdout + stderr;
      assert.match(text, /⟦/, text.slice(0, 300));
      assert.deepEqual(escapedWords(text, EXCEPTIONS), []);
    });
});
