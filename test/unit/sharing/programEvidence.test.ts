import assert from 'node:assert/strict';
import { requireGpu } from '../../../src/gpu/findGpu';
import type { Application, Operation } from '../../../src/kernel/application';
import type { Prediction } from '../../../src/kernel/prediction';
import { ORDER_ADVISER } from '../../../src/predictors';
import { bestWay } from '../../../src/sharing/compare/compareWays';
import type { ProgramAnswers } from '../../../src/sharing/compare/kernelPaces';
import {
  compareProgramWays,
  programEvidence,
  programsAlone,
  type ProgramGroup,
} from '../../../src/sharing/compare/programEvidence';
import type { Contender, Way } from '../../../src/sharing/compare/way';
import { INSTANT_LAUNCH } from '../../../src/timeline/models';
import { english } from '../../../src/words';

const gpu = requireGpu('h100-sxm');
const NAMES = ['a', 'b'].map((name): Contender => ({ name, soloNs: null, bytes: null }));

const kernel = (name: string, soloNs: number, stream = 's'): Operation => ({
  kind: 'kernel',
  stream,
  kernel: name,
  grid: [1, 1, 1],
  block: [256, 1, 1],
  registers: 16,
  sharedBytes: 0,
  soloNs,
});
const COPY: Operation = {
  kind: 'copy',
  stream: 's',
  direction: 'HtoD',
  bytes: 64e6,
  pinned: true,
  blocking: false,
};
const program = (name: string, ...operations: Operation[]): Application => ({
  name,
  operations,
  footprintBytes: null,
});

function answer(slowdown: number, parts: Prediction['parts'] = {}): Prediction {
  return {
    subject: 'a',
    partners: ['b'],
    slowdown,
    parts,
    mode: 'streams',
    predictor: 'made up',
    origin: 'simulated',
    inputs: {},
    assumptions: [],
    error: { metric: null, evidence: 'made up' },
    validOnly: [],
  };
}

const always = (one: Prediction | null): ProgramAnswers => ({
  across: () => one,
  onPart: () => one,
  within: () => one,
});

function pairOf(applications: readonly Application[], answers: ProgramAnswers): ProgramGroup {
  const models = { ...ORDER_ADVISER.models(gpu, null), launch: INSTANT_LAUNCH };
  return { gpu, applications, models, timesFrom: 'simulated', answers };
}

function timesOf(applications: readonly Application[], answers: ProgramAnswers) {
  const pair = pairOf(applications, answers);
  const names = applications.map(({ name }): Contender => ({ name, soloNs: null, bytes: null }));
  const evidence = programEvidence(names, pair, programsAlone(pair));
  return (way: Way) => evidence.times(way);
}

const SHORT = program('a', kernel('k', 1000));
const LONG = program('b', kernel('l', 3000));

describe('two programs on one GPU', () => {
  it('take the sum one after the other, and turns while both have kernels', () => {
    const times = timesOf([SHORT, LONG], always(answer(1.5)));
    assert.deepEqual(times('serial')!.endsNs, [1000, 4000]);
    assert.deepEqual(times('time-slice')!.endsNs, [1000, 129_000]);
    assert.equal(times('time-slice')!.origin, 'assumed');
  });

  it('take their share of the time in turns where kernels of one overlap by themselves', () => {
    const two = program('a', kernel('k', 1000, 's'), kernel('m', 1000, 't'));
    const times = timesOf([two, LONG], always(answer(1)));
    const [first, second] = times('time-slice')!.endsNs.map(Math.round);
    assert.equal(first, 2195);
    assert.equal(second, 4195);
  });

  it('go on at the pace of their kernels side by side, and alone when one has ended', () => {
    const times = timesOf([SHORT, LONG], always(answer(1.5)));
    assert.deepEqual(times('mps')!.endsNs, [1500, 3500]);
    assert.deepEqual(times('mps')!.slowdowns, [1.5, 3500 / 3000]);
    assert.equal(times('mps')!.origin, 'simulated');
    // Of slowdowns of kernels that follow each other.
    assert.equal(times('mps')!.error, 0.044);
  });

  it('keep to their part of a divided GPU', () => {
    const times = timesOf([SHORT, LONG], always(answer(2.4, { scalability: 2, interference: 1.2 })));
    for (const way of ['mps-caps', 'green-contexts', 'mig'] as const)
      assert.deepEqual(times(way)!.endsNs.map(Math.round), [2400, 6400]);
  });

  it('lose nothing to kernels that run while they copy', () => {
    const models = ORDER_ADVISER.models(gpu, null);
    const copyNs = 64e6 * models.transfers.of({ direction: 'HtoD', pinned: true }).nsPerByte;
    const times = timesOf([program('a', COPY, kernel('k', 1000)), SHORT], always(answer(5)));
    const [first, second] = times('streams')!.endsNs;
    assert.equal(second, 1000);
    assert.ok(first! > copyNs + 1000 && first! < 1.2 * copyNs + 1000, `${first}`);
    assert.deepEqual(times('streams')!.slowdowns, [1, 1]);
  });

  it('add up what several neighbours cost', () => {
    const two = program('a', kernel('k', 1000, 's'), kernel('m', 1000, 't'));
    const answers = { ...always(answer(1.5)), within: () => answer(1) };
    // For the long kernel 1 + 0.5 + 0.5 until 1500, then nobody: 750 of its 3000 were done.
    assert.deepEqual(timesOf([two, LONG], answers)('streams')!.endsNs, [1500, 3750]);
  });

  it('are as many as are asked for', () => {
    const times = timesOf([SHORT, LONG, program('c', kernel('m', 6000))], always(answer(1.5)));
    assert.deepEqual(times('streams')!.endsNs.map(Math.round), [2000, 5000, 8000]);
    assert.deepEqual(times('time-slice')!.endsNs, [1000, 129_000, 260_000]);
    assert.equal(times('streams')!.error, 0.11);
    assert.equal(times('mig'), null);
    const parted = timesOf([SHORT, LONG, SHORT], always(answer(2.4, { scalability: 2 })));
    // On a third of the SMs each 3, and 0.4 of each neighbour: the short ones end at 3800, 2000 are left.
    assert.deepEqual(parted('green-contexts')!.endsNs.map(Math.round), [3800, 9800, 3800]);
  });

  it('have no times where a slowdown is not known that they need', () => {
    const times = timesOf([SHORT, LONG], { ...always(null), within: () => answer(1) });
    assert.equal(times('streams'), null);
    assert.deepEqual(times('serial')!.endsNs, [1000, 4000]);
    const meeting = program('a', kernel('k', 1000, 's'), kernel('k', 1000, 't'));
    assert.equal(timesOf([meeting, LONG], always(null))('serial'), null);
  });

  it('stay processes where that is as soon as to be made one', () => {
    const pair = pairOf([SHORT, LONG], always(answer(1.5)));
    assert.equal(bestWay(compareProgramWays(gpu, NAMES, pair, programsAlone(pair))), 'mps');
  });

  it('are begun by shells, and by threads of one process where they share streams', () => {
    const ways = compareProgramWays(gpu, NAMES, null, null);
    const typed = (name: Way) => ways.find(({ way }) => way === name)!.apply[0]!;
    assert.equal(typed('serial').code, './a && ./b');
    assert.match(typed('streams').code, /per-thread[^]*std::thread first\(aMain\), second\(bMain\);/);
    assert.match(english(typed('streams').title), /host thread for each program/);
    assert.ok(ways.every(({ times }) => times === null));
  });
});
