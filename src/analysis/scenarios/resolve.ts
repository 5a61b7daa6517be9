import { message, type Words } from '../../kernel/message';
import type { KernelProgram } from '../../kernel/program';
import { InputError } from '../../kernel/result';
import type { Scenario, ScenarioApp, ScenarioKernel } from '../../kernel/scenario';
import { withCommonArrays } from './sharedArrays';

/** Where a kernel of a scenario stands. */
export interface KernelPlace {
  /** Id or name of the scenario's GPU. */
  readonly gpu: string;
  /** Field of the scenario, for messages: `apps[0].kernels[2]`. */
  readonly field: string;
}

/** A kernel as the simulator takes it. */
export interface ResolvedKernel {
  readonly program: KernelProgram;
  readonly launch: NonNullable<ScenarioKernel['launch']>;
  /** Values of the program's parameters. */
  readonly arguments?: Readonly<Record<string, number>>;
  /** What the program rests on beyond its source or profile, one sentence each. */
  readonly assumptions: readonly Words[];
}

/**
 * Makes the program of a kernel that a scenario only points to.
 * @throws InputError that says why there is none.
 */
export type MakeProgram = (kernel: ScenarioKernel, place: KernelPlace) => Promise<ResolvedKernel>;

/** A maker for each way in which a scenario may point to a kernel. */
export type ProgramMakers = Readonly<Partial<Record<'source' | 'profile', MakeProgram>>>;

export interface ResolvedScenario {
  readonly scenario: Scenario;
  readonly assumptions: readonly Words[];
}

/**
 * The scenario with a program for every kernel.
 *
 * @param placeOf an application for messages, by its number
 * @throws InputError that names the scenario's field and says why it has no program.
 */
export async function resolveScenario(
  scenario: Scenario,
  makers: ProgramMakers,
  placeOf = (app: number): string => `apps[${app}]`,
): Promise<ResolvedScenario> {
  const assumptions: Words[] = [];
  const resolve = async <K extends ScenarioKernel>(kernel: K, field: string): Promise<K> => {
    const made = await programOf(kernel, { gpu: scenario.gpu, field }, makers);
    if (made === null) return kernel;
    assumptions.push(...made.assumptions.map((what) => message('kernel.at', { place: field, what })));
    return {
      ...kernel,
      source: undefined,
      profile: undefined,
      kernel: undefined,
      name: kernel.name ?? kernel.kernel,
      program: made.program,
      launch: made.launch,
      ...(made.arguments ? { arguments: made.arguments } : {}),
    } as K;
  };
  const apps: ScenarioApp[] = [];
  for (const [i, app] of scenario.apps.entries()) {
    if (app.kernels === undefined) {
      apps.push(await resolve(app, placeOf(i)));
      continue;
    }
    const kernels: ScenarioKernel[] = [];
    for (const [j, kernel] of app.kernels.entries())
      kernels.push(await resolve(kernel, `${placeOf(i)}.kernels[${j}]`));
    apps.push({ ...app, kernels: withCommonArrays(kernels) });
  }
  return { scenario: { ...scenario, apps }, assumptions };
}

/** Null for a kernel that has a program. */
async function programOf(
  kernel: ScenarioKernel,
  place: KernelPlace,
  makers: ProgramMakers,
): Promise<ResolvedKernel | null> {
  if (kernel.program !== undefined) return null;
  const way = kernel.source !== undefined ? 'source' : 'profile';
  const make = makers[way];
  if (make === undefined)
    throw new InputError(message('analysis.noProgramFrom', { field: place.field, way }));
  try {
    return await make(kernel, place);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(message('kernel.at', { place: place.field, what: error.said }), error.code);
  }
}
