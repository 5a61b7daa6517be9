import { message } from '../../kernel/message';
import type { Queue, QueueApplication, QueueJob } from '../../kernel/queue';
import { InputError } from '../../kernel/result';
import { mean } from '../../stats/means';

/** Jobs of an accounting file, and what was left out of it. */
export interface AccountedJobs {
  readonly jobs: readonly QueueJob[];
  /** Names of jobs that the queue did not know, with the seconds of their first job; or all of them as one. */
  readonly applications: readonly QueueApplication[];
  /** How many names were taken for one application, since nothing is known of any and schedulers weigh each against each. */
  readonly together: number;
  /** Rows left out: steps of jobs are not counted. */
  readonly skipped: {
    /** Jobs without a GPU, and with more than one, which are not shared. */
    readonly withoutGpu: number;
    readonly severalGpus: number;
    /** Jobs that never ran, or whose times cannot be read. */
    readonly withoutTimes: number;
  };
}

/** Names beyond which those that the queue does not know are one application, under the name below. */
const MOST_NAMES = 300;
const OTHERS = '*';

const NEEDED = ['JobID', 'JobName', 'Submit', 'Elapsed'] as const;
/** Columns that tell the GPUs of a job, the first that does: where GPUs are not tracked, only the last has them. */
const RESOURCES = ['AllocTRES', 'ReqTRES', 'AllocGRES', 'ReqGRES'] as const;

/**
 * Jobs of Slurm's accounting, as `sacct --parsable2 --format=JobID,JobName,Submit,Elapsed,AllocTRES` prints them: submitted
 * when they were, in seconds from the first, and as long as they ran. That they ran alone on their GPU is taken for granted.
 * Jobs of one name are one application. Times are those of the cluster's clock, so that where it is set back or forth for
 * the summer jobs before and after are an hour off; with `SLURM_TIME_FORMAT=%s` they are not.
 *
 * @param known applications by name that need no new entry
 * @throws InputError naming the file and the column that is missing
 */
export function readSacct(file: string, text: string, known: ReadonlySet<string>): AccountedJobs {
  const [head = '', ...lines] = text.split(/\r?\n/);
  const columns = head.split('|');
  for (const name of NEEDED)
    if (!columns.includes(name))
      throw new InputError(message('sharing.queue.noColumn', { name, needed: NEEDED }), 'no-column', file, 1);
  if (!RESOURCES.some((name) => columns.includes(name)))
    throw new InputError(
      message('sharing.queue.noColumn', { name: RESOURCES[0], needed: [...NEEDED, RESOURCES[0]] }),
      'no-column',
      file,
      1,
    );
  const skipped = { withoutGpu: 0, severalGpus: 0, withoutTimes: 0 };
  const rows: { readonly name: string; readonly submit: number; readonly seconds: number }[] = [];
  for (const line of lines) {
    const cells = cellsOf(line, columns);
    const cell = (name: string): string => cells[columns.indexOf(name)] ?? '';
    // `123.batch` is a step of job 123.
    if (line.trim() === '' || cell('JobID').includes('.')) continue;
    const gpus = RESOURCES.map((name) => gpusOf(cell(name))).find((count) => count > 0) ?? 0;
    const [submit, seconds] = [secondsOfDate(cell('Submit')), secondsOfElapsed(cell('Elapsed'))];
    if (gpus === 0) skipped.withoutGpu++;
    else if (gpus > 1) skipped.severalGpus++;
    else if (submit === null || seconds === null || seconds === 0) skipped.withoutTimes++;
    else rows.push({ name: cell('JobName') || cell('JobID'), submit, seconds });
  }
  const first = rows.reduce((least, { submit }) => Math.min(least, submit), Infinity);
  const fresh = rows.filter(({ name }) => !known.has(name));
  const names = new Set(fresh.map(({ name }) => name));
  const together = names.size > MOST_NAMES ? names.size : 0;
  return {
    jobs: rows.map(({ name, submit, seconds }) => ({
      ...(together > 0 && !known.has(name) ? { application: OTHERS, name } : { application: name }),
      submit: submit - first,
      seconds,
    })),
    applications:
      together > 0
        ? [{ name: OTHERS, seconds: mean(fresh.map(({ seconds }) => seconds)) }]
        : [...names].map((name) => ({ name, seconds: fresh.find((row) => row.name === name)!.seconds })),
    together,
    skipped,
  };
}

/** Cells of a row; a job's name may have bars of its own, which nothing escapes. */
function cellsOf(line: string, names: readonly string[]): string[] {
  const cells = line.split('|');
  const [at, more] = [names.indexOf('JobName'), cells.length - names.length];
  if (more > 0) cells.splice(at, more + 1, cells.slice(at, at + more + 1).join('|'));
  return cells;
}

/** A queue with the jobs of an accounting file in place of its own. */
export function withAccountedJobs(queue: Queue, { jobs, applications }: AccountedJobs): Queue {
  return { ...queue, applications: [...(queue.applications ?? []), ...applications], jobs: [...jobs] };
}

/** GPUs of `cpu=4,gres/gpu=1,mem=8G` or `gpu:1`; of several kinds, `gres/gpu:v100=1` beside the total, the total. */
function gpusOf(resources: string): number {
  const total = /(?:^|,)gres\/gpu=(\d+)/.exec(resources)?.[1];
  if (total !== undefined) return Number(total);
  return [...resources.matchAll(/(?:^|,)(?:gres[/:])?gpu(?::[^,=:]+)?[:=](\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

/** `2024-05-01T12:30:00` as seconds, of whichever zone: only differences count; or seconds since 1970. */
function secondsOfDate(text: string): number | null {
  if (/^\d{9,11}$/.test(text)) return Number(text);
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)/.exec(text);
  if (found === null) return null;
  const [year, month, day, hours, minutes, seconds] = found.slice(1).map(Number);
  return Date.UTC(year!, month! - 1, day, hours, minutes, seconds) / 1000;
}

/** `[days-]hours:minutes:seconds`, or `minutes:seconds`. */
function secondsOfElapsed(text: string): number | null {
  const found = /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+)(?:\.\d+)?$/.exec(text);
  if (found === null) return null;
  const [days, hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!;
}
