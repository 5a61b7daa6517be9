import { english } from '../../src/words';
import { parseJson } from '../../src/files/json';
import { InputError } from '../../src/kernel/result';
import { parseWorkload, type Workload } from '../../src/kernel/workload';

const DESCRIPTION = /^(?:.*\/)?([^/]+)\/workload\.json$/;

/** The workloads of a suite, and what could not be read. */
export interface WorkloadSuite {
  /** Sorted by name. */
  readonly workloads: readonly SuiteWorkload[];
  /** One line for each description that could not be read, with its path. */
  readonly faults: readonly string[];
}

export interface SuiteWorkload {
  readonly workload: Workload;
  /** Path of the folder, which sources are relative to. */
  readonly folder: string;
}

/**
 * The workloads among the texts of a suite: every `workload.json` (keys are paths with `/`). A faulty
 * description is left out and named in `faults`; the others are read all the same.
 */
export function readSuite(texts: ReadonlyMap<string, string>): WorkloadSuite {
  const workloads: SuiteWorkload[] = [];
  const faults: string[] = [];
  for (const [path, text] of texts) {
    if (!DESCRIPTION.test(path)) continue;
    try {
      workloads.push(readDescription(path, text));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push(english(error.said));
    }
  }
  workloads.sort((a, b) => (a.workload.name < b.workload.name ? -1 : 1));
  return { workloads, faults };
}

/** The workload of one `workload.json`; faults are `InputError`s that name the file and the field. */
function readDescription(path: string, text: string): SuiteWorkload {
  const folderName = DESCRIPTION.exec(path)?.[1];
  const folder = path.slice(0, path.lastIndexOf('/'));
  try {
    const workload = parseWorkload(parseJson(path, text));
    if (folderName !== undefined && workload.name !== folderName)
      throw new InputError(`name: '${workload.name}' stands in the folder '${folderName}'`);
    return { workload, folder };
  } catch (error) {
    if (error instanceof InputError && error.path === undefined)
      throw new InputError(error.said, error.code, path);
    throw error;
  }
}

/** `relative` as seen from `folder`, with `.` and `..` worked out; both with `/`. */
export function resolvePath(folder: string, relative: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${relative}`.split('/'))
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part);
  return parts.join('/');
}
