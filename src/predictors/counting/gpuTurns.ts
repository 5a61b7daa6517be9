import type { SimulatorRun } from '../../simulator/run/simulatorRun';
import type { PhaseSeries } from './phaseSeries';

/**
 * Stages in which all applications share the GPU alternate with stages in which one has it to itself, each in its
 * turn. The others are preempted through the simulator, with the time and traffic of their contexts.
 */
export class GpuTurns {
  private turn = 0;

  /** @param shared SMs of each application in a stage that all share, told whether everybody has had a turn */
  constructor(
    private readonly run: SimulatorRun,
    private readonly series: PhaseSeries,
    private readonly shared: (isRoundOver: boolean) => readonly number[],
  ) {}

  /** Ends a stage and begins the next one. */
  next(): void {
    const { run, series } = this;
    series.cut();
    if (series.alone === null) {
      series.alone = this.turn;
      run.grantAll(this.turn, 'switch');
      return;
    }
    this.turn = (this.turn + 1) % run.machine.partition.apps;
    series.alone = null;
    run.repartition(this.shared(this.turn === 0), 'switch');
  }
}
