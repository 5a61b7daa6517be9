import { slicesOf, wholeGpu } from '../../../src/analysis/simulation/gpuSlice';
import type { PlanInputs } from '../../../src/analysis/simulation/plan';
import type { SimulatedKernel } from '../../../src/analysis/simulation/preparation';
import { simulatedRuns } from '../../../src/analysis/simulation/simulatedRuns';
import type { Two } from '../../../src/analysis/simulation/together/togetherWay';
import { slowdownOf } from '../../../src/predictors/simulation/predictor';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import type { StudyStore } from '../../simulator/window/store';

const unprofiled = (): null => null;

/** Kernels that share a GPU by MPS, each launched for ever, as the editor and `corun compare` simulate them in pairs. */
export class SimulatedPairs {
  constructor(
    private readonly store: StudyStore,
    private readonly gpu: string,
  ) {}

  /** The slowdown of each that is shown; null without one. */
  slowdowns(kernels: Two<SimulatedKernel>): readonly (number | null)[] {
    const whole = wholeGpu(loadSpec(this.gpu).spec);
    const ids = [kernels[0].kernelId, kernels[1].kernelId] as const;
    const inputs: PlanInputs = {
      gpuId: this.gpu,
      mode: 'mps',
      whole,
      slices: slicesOf(whole),
      kernels,
      blocks: [],
      onlyPairs: [ids],
      together: false,
    };
    const set = this.store.simulatedSet(inputs);
    return ids.map((id, at) => {
      const runs = simulatedRuns(id, ids[1 - at]!, set, unprofiled);
      return runs && slowdownOf(runs).slowdown;
    });
  }
}
