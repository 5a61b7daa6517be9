import { runGspaceJob } from '../gspace/jobs';
import { runHsmJob } from '../hsm/jobs';
import { runMagicJob } from '../magic/jobs/jobs';
import { runProphetJob } from '../prophet/jobs';
import { runCollectionTask } from '../themis/training/files/collectionTask';

/** What jobs of sweeps can be, by name: each runs one and tells of the rows that come of it. */
const JOB_KINDS = {
  gspace: runGspaceJob,
  hsm: runHsmJob,
  magic: runMagicJob,
  prophet: runProphetJob,
  themis: runCollectionTask,
};

type Kinds = typeof JOB_KINDS;
export type JobKind = keyof Kinds;
/** What a job of a kind is made from: plain data that JSON keeps. */
export type InputOf<Kind extends JobKind> = Parameters<Kinds[Kind]>[0];
/** What comes of it, line by line of a file. */
export type RowOf<Kind extends JobKind> = Parameters<Parameters<Kinds[Kind]>[1]>[0];

/** Runs a job in this thread. */
export function runJob(kind: JobKind, input: unknown, onRow: (row: unknown) => void): void {
  const run = JOB_KINDS[kind] as (input: unknown, onRow: (row: unknown) => void) => void;
  run(input, onRow);
}
