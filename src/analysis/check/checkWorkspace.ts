import { pairVerdicts, takesOf, type PairVerdict, type Takes } from '../corun/pairVerdicts';
import type { Prediction } from '../../kernel/prediction';
import type { MetKernel } from '../corun/kernelPairs';
import { pairLacks } from '../corun/pairLacks';
import type {
  CheckedKernel,
  CheckedPlace,
  CheckedSlowdown,
  CheckFinding,
  CheckResult,
  UnjudgedPair,
} from '../results/checkResult';
import { racesIn } from '../results/races';
import { unreadIn } from '../results/unreadCode';
import type { WorkspaceResults } from '../results/workspaceResults';
import type { Baseline } from './baseline';

/** What differs less than this from the baseline differs by chance, where no error says more. */
const SCATTER = 0.05;

/** Looks at a workspace: every kernel's time, and the slowdowns of those that can run together. */
export function checkWorkspace(results: WorkspaceResults): CheckResult {
  const { gpu, mode, files } = results;
  const verdicts = pairVerdicts(results);
  return {
    gpu: gpu.id,
    mode,
    maxSlowdown: null,
    judged: 'slowdown',
    kernels: files
      .flatMap((file) => file.kernels)
      .map(({ id, name, path, line, time }): CheckedKernel => ({
        id,
        name,
        path,
        line,
        timeNs: time?.value ?? null,
      })),
    slowdowns: verdicts.flatMap(bothWays),
    unjudged: verdicts.flatMap(unjudgedPair),
    unread: unreadIn(results),
    races: racesIn(results),
    complete: false,
    held: null,
    findings: [],
  };
}

/**
 * The check with what is wrong: slowdowns above the limit, and what got worse than the baseline.
 *
 * @param complete whether pairs that cannot be judged count
 * @param kind of slowdowns that the limit is for; without waiting, those that nothing tells apart count as a whole
 */
export function judged(
  check: CheckResult,
  maxSlowdown: number | null,
  baseline: Baseline | null,
  kind: CheckResult['judged'] = 'slowdown',
  complete = false,
): CheckResult {
  const limited = maxSlowdown === null ? [] : check.slowdowns.filter(({ slowdown }) => slowdown !== null);
  const compared = baseline === null ? [] : comparedWith(check, baseline);
  const held = maxSlowdown === null && baseline === null ? null : limited.length + compared.length;
  const findings = [
    ...(maxSlowdown === null ? [] : limited.flatMap((one) => aboveLimit(one, maxSlowdown, kind))),
    ...compared.flat(),
  ];
  return { ...check, maxSlowdown, judged: kind, complete, held, findings };
}

function bothWays(verdict: PairVerdict): CheckedSlowdown[] {
  const [a, b] = verdict.pair;
  const ofA = checkedSlowdown(a, b, takesOf(verdict, 0), verdict.answers[0]);
  const ofB = checkedSlowdown(b, a, takesOf(verdict, 1), verdict.answers[1]);
  if (a.kernel.id !== b.kernel.id) return [ofA, ofB];
  return [(ofB.slowdown ?? 0) > (ofA.slowdown ?? 0) ? ofB : ofA];
}

function unjudgedPair(one: PairVerdict): UnjudgedPair[] {
  const [{ kernel, path, line }, beside] = one.pair;
  if (([0, 1] as const).every((at) => takesOf(one, at) !== null)) return [];
  return [{ name: kernel.name, path, line, beside: bare(beside), lacks: pairLacks(one) }];
}

const bare = ({ kernel: { name }, path, line }: MetKernel): CheckedPlace => ({ name, path, line });

function checkedSlowdown(
  victim: MetKernel,
  other: MetKernel,
  takes: Takes | null,
  answer: Prediction | null,
): CheckedSlowdown {
  return {
    ...placeOf(victim),
    beside: placeOf(other),
    slowdown: takes?.slowdown ?? null,
    running: answer?.origin === 'simulated' ? (answer.parts['running'] ?? null) : null,
    origin: takes?.origin ?? null,
    error: takes?.error ?? null,
  };
}

function placeOf({ kernel: { id, name }, path, line }: MetKernel): CheckedPlace & { readonly id: string } {
  return { id, name, path, line };
}

function aboveLimit(one: CheckedSlowdown, limit: number, kind: CheckResult['judged']): CheckFinding[] {
  const value = kind === 'running' ? (one.running ?? one.slowdown) : one.slowdown;
  if (value === null || value <= limit) return [];
  const found = finding('slowdown', one, value, limit);
  return [value > limit * (1 + (one.error ?? 0)) ? found : { ...found, level: 'warning' }];
}

/** What got worse, by each time and slowdown that the baseline knows as well. */
function comparedWith(
  { kernels, slowdowns }: CheckResult,
  baseline: Baseline,
): readonly (readonly CheckFinding[])[] {
  const times = new Map(baseline.kernels.map(({ id, timeNs }) => [id, timeNs]));
  const pairs = new Map(baseline.slowdowns.map((one) => [`${one.id}\0${one.beside.id}`, one]));
  const longer = kernels.flatMap((kernel) => {
    const before = times.get(kernel.id) ?? null;
    return before === null || kernel.timeNs === null ? [] : [longerThan(kernel, kernel.timeNs, before)];
  });
  const worse = slowdowns.flatMap((one) => {
    const before = pairs.get(`${one.id}\0${one.beside.id}`);
    if (before === undefined || before.slowdown === null || one.slowdown === null) return [];
    const error = Math.max(SCATTER, one.error ?? 0, before.error ?? 0);
    const isWorse = one.slowdown > before.slowdown * (1 + error);
    return [isWorse ? [finding('worse', one, one.slowdown, before.slowdown)] : []];
  });
  return [...longer, ...worse];
}

function longerThan(
  { name, path, line }: CheckedKernel,
  timeNs: number,
  before: number,
): readonly CheckFinding[] {
  if (timeNs <= before * (1 + SCATTER)) return [];
  const place = { name, path, line, beside: null };
  return [
    { kind: 'longer', level: 'error', ...place, value: timeNs, limit: before, running: null, error: null },
  ];
}

function finding(
  kind: 'slowdown' | 'worse',
  { name, path, line, beside, origin, error, running }: CheckedSlowdown,
  value: number,
  limit: number,
): CheckFinding {
  const isRun = origin === 'measured' || origin === 'simulated';
  return {
    kind,
    level: isRun || error !== null ? 'error' : 'warning',
    name,
    path,
    line,
    beside: { name: beside.name, path: beside.path, line: beside.line },
    value,
    limit,
    running,
    error,
  };
}
