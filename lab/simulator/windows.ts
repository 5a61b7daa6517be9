import { markdownTable } from '../../src/kernel/markdownTable';
import { parseScenario } from '../../src/kernel/scenario';
import { compareWindow } from '../../src/simulator/run/window';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { scaledDown } from './hsmWorkloads';
import { PEER_KERNELS } from './peerKernels';

const GPU = 'themis-60sm';
const SMS = 15;
const WINDOWS = [10000, 20000, 40000, 80000];

/** A quarter of Themis' GPU. */
export const themisQuarter = (): LoadedSpec => scaledDown(loadSpec(GPU), 4);

/** A kernel of the peers on half of the quarter, again and again. */
export function appOf(name: string): unknown {
  const kernel = PEER_KERNELS.find(({ run }) => run.startsWith(name))!;
  const launch = { grid: kernel.grid, block: kernel.block };
  return { name, program: kernel.program, launch, arguments: kernel.arguments, repeat: 'always' };
}

/** Slowdowns of co-runs by windows of several lengths, and how far they are from the full run. */
export function windowTable(): string {
  const pairs = [
    ['vecadd', 'alu'],
    ['vecadd', 'wgather'],
    ['mm', 'vecadd'],
    ['mm', 'alu'],
  ];
  const spec = themisQuarter();
  const rows = pairs.flatMap((names) => {
    const scenario = parseScenario({
      gpu: GPU,
      mode: { kind: 'spatial', sms: [7, SMS - 7] },
      apps: names.map(appOf),
      limits: { cycles: 1 },
    });
    return WINDOWS.map((cycles) => {
      const { window, full, errors } = compareWindow(scenario, { warmupCycles: 8000, cycles }, { spec });
      const slowdowns = (apps: typeof full.apps) =>
        apps.map((app) => app.slowdown?.toFixed(2) ?? '–').join(', ');
      const wrong = errors.map((e) => (e === null ? '–' : `${(e * 100).toFixed(1)} %`)).join(', ');
      return [names.join(' + '), String(cycles), slowdowns(window.apps), slowdowns(full.apps), wrong];
    });
  });
  return markdownTable(['applications', 'window, cycles', 'slowdowns by window', 'full run', 'errors'], rows);
}
