import type { Scenario, ScenarioApp } from '../../src/kernel/scenario';
import { namedCounters } from '../../src/simulator/core/counters';
import type { AppQueue } from '../../src/simulator/dispatch/appQueue';
import { createRun } from '../../src/simulator/simulate';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { createRandom } from '../../src/stats/random';
import { shortHash } from '../shortHash';
import type { Program } from './programs';
import type { ProfileRow, ProfiledLaunch, QueryRow, Span, SpansRow } from './rows';

const MPS = { kind: 'mps' } as const;

/** Blocks that the short run of a kernel has, as a multiple of those that fit an SM. */
const SHORT_RUN = 2;
/** Cycles between two looks at whether a query is over. */
const LOOK = 4096;

/** Runs a program alone, and its kernels with few blocks on one SM. */
export function profileOf(key: string, { app, deviceBytes }: Program, gpu: LoadedSpec): ProfileRow {
  const run = createRun({ gpu: gpu.gpu.id, mode: MPS, apps: [app] }, gpu);
  run.run();
  const { queue, plan } = run.machine;
  const short = new Map<string, number>();
  const launches = plan.apps[0]!.kernels.map((kernel): ProfiledLaunch => {
    const blocksPerSm = plan.kernels.blocksPerSm[kernel]!;
    const own = app.kernels![kernel]!;
    const id = shortHash([own.program, own.launch, own.arguments], 12);
    if (!short.has(id)) short.set(id, bytesPerCycleOfSm(app, kernel, blocksPerSm, gpu));
    return {
      name: own.name ?? String(kernel),
      cycles: queue.runCycles[kernel]! / queue.runs[kernel]!,
      blocks: plan.kernels.kernels[kernel]!.source.launch.blocks,
      warpsPerBlock: plan.kernels.warpsPerBlock[kernel]!,
      blocksPerSm,
      bytesPerCycleOfSm: short.get(id)!,
    };
  });
  return {
    kind: 'profile',
    key,
    app: app.name,
    cycles: queue.firstFinish[0]!,
    copyCycles: queue.copyCycles[0]!,
    launchCycles: gpu.spec.launch.kernelCycles,
    clockMHz: gpu.spec.coreClockMHz,
    deviceBytes,
    launches,
    copies: app.copies ?? [],
    gaps: app.gaps ?? [],
  };
}

/** What section 4.3 takes from a run with little input: bandwidth over the PEs that were used, here one SM. */
function bytesPerCycleOfSm(app: ScenarioApp, kernel: number, blocksPerSm: number, gpu: LoadedSpec): number {
  const own = app.kernels![kernel]!;
  const launch = { ...own.launch!, firstBlocks: SHORT_RUN * blocksPerSm };
  const scenario: Scenario = {
    gpu: gpu.gpu.id,
    mode: { kind: 'spatial', sms: [1] },
    apps: [{ name: app.name, kernels: [{ ...own, launch }] }],
  };
  const run = createRun(scenario, gpu);
  run.run();
  run.machine.settleCounters();
  const { dramReadBytes, dramWriteBytes } = namedCounters(run.machine.counters, 0);
  return (dramReadBytes + dramWriteBytes) / run.machine.queue.runCycles[0]!;
}

/** Where in a round of the batch application a query comes: uniform, by pair, count and number of the query. */
export function arrivalOf(pair: string, instances: number, query: number): readonly number[] {
  const random = createRandom(Number.parseInt(shortHash([pair, instances, query], 8), 16));
  return Array.from({ length: instances }, random.next);
}

/** A query of a service beside instances of a batch application. */
interface QuerySetting {
  readonly instances: number;
  readonly query: number;
  /** Core cycles of the batch application alone. */
  readonly round: number;
}

/**
 * Runs one query of a service beside `instances` of a batch application, each of which starts again when it has
 * ended; the first at 0, others within one round of it, and the query within the round that follows.
 */
export function queryOf(
  key: string,
  service: ScenarioApp,
  batch: ScenarioApp,
  setting: QuerySetting,
  gpu: LoadedSpec,
): QueryRow {
  const { start, scenario } = scenarioOf(service, batch, setting, gpu);
  const run = createRun(scenario, gpu);
  const isOpen = (): boolean => run.machine.queue.firstFinish[0]! < 0;
  run.run({ progressCycles: LOOK, onProgress: isOpen });
  return {
    kind: 'query',
    key,
    service: service.name,
    batch: batch.name,
    instances: setting.instances,
    query: setting.query,
    start,
    cycles: run.machine.queue.firstFinish[0]! - start,
  };
}

function scenarioOf(
  service: ScenarioApp,
  batch: ScenarioApp,
  { instances, query, round }: QuerySetting,
  gpu: LoadedSpec,
): { readonly start: number; readonly scenario: Scenario } {
  const [phase, ...others] = arrivalOf(`${service.name} ${batch.name}`, instances, query);
  const start = Math.round((phase! + (instances > 1 ? 1 : 0)) * round);
  const beside = [0, ...others.map((at) => Math.round(at * round))].map((startCycle, at): ScenarioApp => ({
    ...batch,
    name: `${batch.name} ${at + 1}`,
    repeat: 'always',
    startCycle,
  }));
  const apps = [{ ...service, startCycle: start }, ...beside];
  return { start, scenario: { gpu: gpu.gpu.id, mode: MPS, apps, limits: { cycles: 2 ** 28 } } };
}

/** Runs one query beside one instance, and keeps when copies and kernels of both ran, to within `SPAN_LOOK` cycles. */
export function spansOf(
  key: string,
  service: ScenarioApp,
  batch: ScenarioApp,
  setting: Omit<QuerySetting, 'instances'>,
  gpu: LoadedSpec,
): SpansRow {
  const { start, scenario } = scenarioOf(service, batch, { ...setting, instances: 1 }, gpu);
  const run = createRun(scenario, gpu);
  const { queue } = run.machine;
  const watched = [new WatchedApp(queue, 0), new WatchedApp(queue, 1)] as const;
  let end = Infinity;
  const onProgress = (): boolean => {
    watched.forEach((app) => app.look(run.cycles));
    if (queue.firstFinish[0]! >= 0) end = Math.min(end, run.cycles);
    // What the batch application is at is seen when it ends.
    return watched[1].lastEnd <= end;
  };
  run.run({ progressCycles: SPAN_LOOK, onProgress });
  const seen = watched.map(({ spans }) =>
    spans
      .filter(([from, to]) => to > start && from < end)
      .map(([from, to, what]): Span => [Math.max(0, from - start), Math.min(to, end) - start, what]),
  );
  const spans = { service: seen[0]!, batch: seen[1]! };
  return { kind: 'spans', key, service: service.name, batch: batch.name, spans };
}

/** Cycles between two looks at what has ended. */
const SPAN_LOOK = 256;

/** An application whose copies and kernels are seen when they have ended, by how much their time has grown. */
class WatchedApp {
  readonly spans: Span[] = [];
  private copyCycles = 0;
  private kernelCycles = 0;

  constructor(
    private readonly queue: AppQueue,
    private readonly app: number,
  ) {}

  get lastEnd(): number {
    return this.spans.at(-1)?.[1] ?? 0;
  }

  look(now: number): void {
    const copies = this.queue.copyCycles[this.app]!;
    const kernels = this.queue.plans[this.app]!.kernels.reduce(
      (sum, kernel) => sum + this.queue.runCycles[kernel]!,
      0,
    );
    if (copies > this.copyCycles) this.spans.push([now - (copies - this.copyCycles), now, 'copy']);
    if (kernels > this.kernelCycles) this.spans.push([now - (kernels - this.kernelCycles), now, 'kernel']);
    this.copyCycles = copies;
    this.kernelCycles = kernels;
  }
}
