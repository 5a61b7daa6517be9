import type {
  ApplicationResult,
  ReplayInput,
  TimelineBar,
  TimelineResult,
} from '../../../src/analysis/results/timelineResult';
import { sampleRandom } from './random';

const KERNELS = ['vectorAdd', 'matrixMul', 'pathfinder'];

/** A pipeline of H2D, kernel, D2H in `streams` streams, until there are `count` bars. */
function pipeline(count: number, streams: number, seed: number, stretch: number): readonly TimelineBar[] {
  const random = sampleRandom(seed);
  const bars: TimelineBar[] = [];
  const streamFree = new Array<number>(streams).fill(0);
  const engineFree = { HtoD: 0, DtoH: 0, SMs: 0 };
  const push = (bar: TimelineBar, engine: keyof typeof engineFree): void => {
    bars.push(bar, { ...bar, lane: engine === 'SMs' ? 'SMs' : `copy ${engine}` });
  };
  for (let operation = 0; bars.length < count; operation++) {
    const stream = operation % streams;
    const lane = `stream ${stream + 1}`;
    const name = KERNELS[stream % KERNELS.length]!;
    for (const engine of ['HtoD', 'SMs', 'DtoH'] as const) {
      const startNs = Math.max(streamFree[stream]!, engineFree[engine]);
      const endNs = startNs + (engine === 'SMs' ? 90e3 : 45e3) * (0.6 + random()) * stretch;
      streamFree[stream] = endNs;
      engineFree[engine] = endNs;
      const kernel = engine === 'SMs';
      push(
        {
          lane,
          label: kernel ? name : `copy ${engine} 4 MB`,
          kind: kernel ? 'kernel' : engine,
          startNs,
          endNs,
          ...(kernel ? { path: 'src/kernels/linear.cu', line: 40 + stream } : {}),
          ...(startNs > 0 ? { waitedFor: kernel ? 'its input copy' : 'the copy engine' } : {}),
        },
        engine,
      );
    }
  }
  return bars.slice(0, count);
}

/** A timeline with `count` bars over `streams` streams. */
export function sampleTimeline(
  title: string,
  origin: TimelineResult['origin'],
  count: number,
  { streams = 3, seed = 5, stretch = 1 } = {},
): TimelineResult {
  const bars = pipeline(count, streams, seed, stretch);
  const random = sampleRandom(seed + 1);
  const kernels = bars.filter((bar) => bar.lane === 'SMs');
  return {
    title,
    origin,
    bars,
    makespanNs: bars.reduce((end, bar) => Math.max(end, bar.endNs), 0),
    smBusy: kernels.flatMap((bar) => [
      { ns: bar.startNs, busy: 0.4 + random() * 0.6 },
      { ns: bar.startNs + (bar.endNs - bar.startNs) * 0.8, busy: random() * 0.4 },
      { ns: bar.endNs, busy: 0 },
    ]),
  };
}

/** What a timeline is made of: kernels measured or simulated, copies as the catalogue has them. */
function sampleInputs(measured: boolean): ReplayInput[] {
  const from = measured ? 'launches of vmp, as traced' : 'one launch, 48211 cycles';
  const kernel = (what: string, value: number): ReplayInput => ({
    kind: 'kernel',
    what,
    value: { value, unit: 'ns', origin: measured ? 'measured' : 'simulated', from },
  });
  const copies = {
    value: 12.4,
    unit: 'GB/s',
    origin: 'assumed',
    from: 'PCIe 3.0 as measured on a V100',
  } as const;
  return [
    kernel('vectorAdd', 48_000),
    kernel('matrixMulTiled', 910_000),
    { kind: 'copy', what: 'copies host to device, pinned memory', value: copies },
  ];
}

/** Three streams with all six launch orders; measured too when `measured`. */
export function sampleApplication(bars: number, measured: boolean): ApplicationResult {
  const predicted = sampleTimeline('Predicted', 'predicted', bars);
  const orders = [
    ['V', 'M', 'P'],
    ['V', 'P', 'M'],
    ['M', 'V', 'P'],
    ['M', 'P', 'V'],
    ['P', 'V', 'M'],
    ['P', 'M', 'V'],
  ];
  const candidates = orders
    .map((order, index) => ({
      order,
      makespanNs: predicted.makespanNs * (0.92 + 0.04 * index),
      limitedBy: index % 2 === 0 ? 'copy engine' : 'SMs',
      ...(index < 4 && bars <= 1000
        ? { timeline: sampleTimeline(order.join(' → '), 'predicted', bars, { stretch: 0.92 + 0.04 * index }) }
        : {}),
    }))
    .sort((a, b) => a.makespanNs - b.makespanNs);
  const planned = sampleTimeline('Planned', 'predicted', Math.min(bars, 72), { streams: 4, stretch: 0.8 });
  return {
    name: 'vmp',
    path: 'src/vmp.cu',
    line: 120,
    from: measured ? 'both' : 'source',
    operationCount: Math.ceil(bars / 2),
    streams: ['V', 'M', 'P'],
    kernels: [],
    meetings: [],
    predicted,
    inputs: sampleInputs(measured),
    measured: measured ? sampleTimeline('Measured', 'measured', bars, { seed: 5, stretch: 1.06 }) : null,
    order: {
      streams: ['V', 'M', 'P'],
      writtenOrder: candidates[2]!,
      bestOrder: candidates[0]!,
      serialNs: predicted.makespanNs * 1.7,
      candidates,
      exact: true,
      boundNs: predicted.makespanNs * 0.88,
      calls: null,
      whatIf: [
        { change: 'two copy engines', makespanNs: predicted.makespanNs * 0.81 },
        { change: 'pinned host buffers', makespanNs: predicted.makespanNs * 0.74 },
      ],
    },
    plan: {
      useStreams: true,
      usesStreams: true,
      asWritten: false,
      streams: 4,
      pieces: 4,
      assignment: KERNELS.map((kernel, index) => ({ kernel, stream: `stream ${index + 1}`, pieces: 4 })),
      serialNs: planned.makespanNs * 2.1,
      pinnedSerialNs: planned.makespanNs * 2.1,
      plannedNs: planned.makespanNs,
      ceilingNs: planned.makespanNs * 0.9,
      text: 'Four streams and four pieces would finish sooner.',
      limitedBy: 'host to device copies',
      conditions: [],
      timeline: planned,
    },
    unknowns: [],
    assumptions: [
      { key: 'src/vmp.cu:bytes', value: 4194304, text: 'copy size is argv[1]; the default was taken' },
    ],
  };
}
