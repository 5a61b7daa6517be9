import path from 'node:path';
import { nodeProgramMakers } from '../analysis/scenarios/nodeMakers';
import { resolveScenario } from '../analysis/scenarios/resolve';
import { readJson } from '../files/json';
import { InputError } from '../kernel/result';
import { parseScenario, type Scenario, type ScenarioApp } from '../kernel/scenario';
import { distFolder } from './distFolder';
import { readFrom } from '../files/readFrom';
import { message, type Words } from '../kernel/message';
import { before } from '../kernel/texts';

export interface ProgramFileOptions {
  /** The GPU; where none is given, that of the first scenario among the files. */
  readonly gpu: string | undefined;
  /** For files that hold a kernel program and nothing else. */
  readonly launch: { readonly grid: number; readonly block: number } | null;
  readonly note: (line: Words) => void;
}

/**
 * The applications of some JSON files as one scenario, one after the other: of a scenario, of an application, of a
 * list of them, of what `corun lower --json` prints, or of a kernel program.
 *
 * @throws InputError naming the file and the field that is at fault
 */
export async function readProgramFiles(
  files: readonly string[],
  options: ProgramFileOptions,
): Promise<Scenario> {
  const contents = await Promise.all(files.map((file) => readJson(file)));
  const gpu = options.gpu ?? contents.map(gpuOf).find((found) => found !== null);
  if (gpu === undefined || gpu === null) throw new InputError(message('cli.fault.noGpu'), 'no-gpu');
  const apps: ScenarioApp[] = [];
  for (const [at, file] of files.entries()) apps.push(...(await appsOf(file, contents[at], gpu, options)));
  const checked = checkedApps(gpu, withOwnNames(apps));
  return { gpu, apps: checked, seed: 1 };
}

async function appsOf(
  file: string,
  content: unknown,
  gpu: string,
  options: ProgramFileOptions,
): Promise<readonly ScenarioApp[]> {
  return readFrom(file, async () => {
    const apps = applicationsIn(content, before(path.basename(file), '.'), options);
    const makers = nodeProgramMakers({ folder: path.dirname(file), within: null }, distFolder());
    const { scenario, assumptions } = await resolveScenario({ gpu, apps: checkedApps(gpu, apps) }, makers);
    for (const assumption of assumptions) options.note(message('cli.assumedOf', { file, assumption }));
    return scenario.apps;
  });
}

/** The limit is only for the check: applications may be relaunched for ever, and who asks says for how long. */
function checkedApps(gpu: string, apps: readonly unknown[]): Scenario['apps'] {
  return parseScenario({ gpu, apps, limits: { cycles: 1 } }).apps;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function gpuOf(content: unknown): string | null {
  return isObject(content) && typeof content['gpu'] === 'string' ? content['gpu'] : null;
}

/** Applications as they stand in a file, yet to be checked. */
function applicationsIn(content: unknown, name: string, options: ProgramFileOptions): unknown[] {
  if (Array.isArray(content)) return content;
  if (!isObject(content)) throw new InputError(message('cli.fault.applications'));
  if (Array.isArray(content['apps'])) return content['apps'];
  const { kernels } = content;
  if (Array.isArray(kernels) && kernels.every((one) => isObject(one) && isObject(one['lowering'])))
    return kernels.flatMap((kernel: Fields) => lowered(kernel, options.note));
  if (content['body'] !== undefined) return [bareProgram(content, name, options)];
  return [{ name, ...content }];
}

/** A kernel as `corun lower` prints it; one that was refused is told and left out. */
function lowered({ name, lowering }: Fields, note: (line: Words) => void): unknown[] {
  const { kind, program, launch, reason } = lowering as Fields;
  if (kind === 'lowered') return [{ name, program, launch }];
  note(message('cli.leftOutProgram', { name: String(name), reason: String(reason) }));
  return [];
}

function bareProgram(program: Fields, name: string, { launch }: ProgramFileOptions): unknown {
  if (launch === null)
    throw new InputError(message('cli.fault.bareProgram', { form: '{"name", "program", "launch"}' }));
  return { name: typeof program['name'] === 'string' ? program['name'] : name, program, launch };
}

/** Applications of one name are told apart by a number, the first that makes a name which none has. */
function withOwnNames(apps: readonly ScenarioApp[]): ScenarioApp[] {
  const given = new Set(apps.map(({ name }) => name));
  const taken = new Set<string>();
  return apps.map((app) => {
    const name = taken.has(app.name)
      ? freeName(app.name, (one) => given.has(one) || taken.has(one))
      : app.name;
    taken.add(name);
    return { ...app, name };
  });
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  let count = 2;
  while (isTaken(`${name} ${count}`)) count++;
  return `${name} ${count}`;
}
