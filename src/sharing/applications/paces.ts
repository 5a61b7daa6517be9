import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { slowdownOf } from '../../predictors/forecast';
import { fluidTaskModel } from '../../timeline/fluidTasks';
import type { DeviceTask, TaskModel } from '../../timeline/models';
import type { KernelFactors } from './kernelFactors';

/** An application of a replay, on SMs of its own. */
export interface PlacedApplication {
  readonly name: string;
  /** Ids of its kernels, by the names that its launches have for them. */
  readonly kernels: ReadonlyMap<string, string>;
  readonly sms: number;
}

/** Kernels that ran at the same time, one an application; these by their places in the replay. */
export interface Meeting {
  readonly applications: readonly number[];
  readonly ids: readonly string[];
}

/**
 * Kernels of an application that has the GPU to itself.
 *
 * Replays throw an InputError where two of its kernels run at the same time: no predictor tells what they do to each other.
 */
export const fullPace = (name: string): TaskModel =>
  paced((running) => {
    requireOneEach([name], running);
    return running.map(() => 1);
  });

/**
 * Kernels at the pace that they have on the SMs of their application beside those which run at that moment; of one
 * application one at a time, as above.
 */
export function paceOnSms(
  placed: readonly PlacedApplication[],
  factors: Pick<KernelFactors, 'at'>,
  onMeeting: (meeting: Meeting) => void = () => undefined,
): TaskModel {
  const idOf = ({ application, operation }: DeviceTask): string =>
    operation.kind === 'kernel' ? placed[application]!.kernels.get(operation.kernel)! : '';
  const names = placed.map(({ name }) => name);
  return paced((running) => {
    requireOneEach(names, running);
    const applications = running.map(({ application }) => application).toSorted((a, b) => a - b);
    const ids = applications.map((place) => idOf(running.find(({ application }) => application === place)!));
    onMeeting({ applications, ids });
    const sms = applications.map((place) => placed[place]!.sms);
    const here = factors.at(ids, sms);
    return running.map(({ application }) => 1 / slowdownOf(here[applications.indexOf(application)]!));
  });
}

function requireOneEach(names: readonly string[], running: readonly DeviceTask[]): void {
  for (const [at, one] of running.entries()) {
    const other = running.findIndex(({ application }) => application === one.application);
    if (other === at) continue;
    const [first, second] = [running[other]!, one].map(({ operation }) =>
      operation.kind === 'kernel' ? operation.kernel : operation.kind,
    );
    const what = message('sharing.apps.meet', { one: first!, other: second! });
    throw new InputError(message('sharing.apps.unresolved', { name: names[one.application]!, what }));
  }
}

function paced(rates: (running: readonly DeviceTask[]) => readonly number[]): TaskModel {
  return fluidTaskModel({
    name: message('sharing.pacesOnSms'),
    resource: 'SMs',
    soloNs: ({ operation }) => (operation.kind === 'kernel' ? operation.soloNs! : 0),
    rates,
  });
}
