import type { Scenario, ScenarioApp } from '../../src/kernel/scenario';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { withControllers } from '../../src/simulator/spec/withControllers';
import { runAlone, runTogether } from './collect';
import type { TrainedModels } from './epochModels';
import { runPolicy, type PolicyName } from './policyRuns';
import type { Row } from './rows';

/** What a policy is run with: the program with high priority, by its place, and trained models. */
export interface PolicySetting {
  readonly first: number;
  readonly models: TrainedModels;
  readonly epochCycles: number;
}

/** A policy, and fairness below which it moves SMs where that is another than HSM-Fair's. */
export interface ChosenPolicy {
  readonly name: PolicyName;
  readonly threshold?: number;
  /** Whether epochs end with kernels, and predictions take their time, as HSM's text has it. */
  readonly byKernels?: boolean;
}

/** A run of programs, as plain data. */
export interface HsmJob {
  readonly key: string;
  /** Id of the GPU. */
  readonly gpu: string;
  /** What its memory controllers do otherwise. */
  readonly memory?: Scenario['memory'];
  /** Core cycles after which it ends at the latest. */
  readonly cycles: number;
  /** One that runs alone, or those of a mix. */
  readonly apps: readonly ScenarioApp[];
  /** Of each; under a policy they are its own. */
  readonly sms: readonly number[];
  readonly policy?: PolicySetting & ChosenPolicy;
}

export function runHsmJob(job: HsmJob, onRow: (row: Row) => void): void {
  onRow(rowOf(job, gpuWith(job.gpu, job.memory)));
}

/** A GPU of the catalogue with other memory controllers. */
export function gpuWith(id: string, memory: Scenario['memory']): LoadedSpec {
  const gpu = loadSpec(id);
  return { ...gpu, spec: withControllers(gpu.spec, memory) };
}

export function rowOf({ key, apps, sms, cycles, policy }: HsmJob, gpu: LoadedSpec): Row {
  if (policy !== undefined) {
    const { name, ...setting } = policy;
    return runPolicy(key, { apps, gpu, cycles, ...setting }, name);
  }
  return apps.length === 1
    ? runAlone(key, apps[0]!, sms[0]!, gpu, cycles)
    : runTogether(key, apps, sms, gpu, cycles);
}
