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
import { faultsIn, racesIn } from '../results/races';
import { unreadIn } from '../results/unreadCode';
import type { WorkspaceResults } from '../results/workspaceResults';
import { comparedWith, newFaults, notCompared } from './againstBaseline';
import type { Baseline } from './baseline';
import { checkedPrograms } from './checkedPrograms';
import { finding } from './finding';

/** Looks at a workspace: every kernel's time, and the slowdowns of those that can run together. */
export function checkWorkspace(results: WorkspaceResults): CheckResult {
  const { gpu, mode } = results;
  const verdicts = pairVerdicts(results);
  return {
    gpu: gpu.id,
    mode,
    maxSlowdown: null,
    judged: 'slowdown',
    kernels: checkedKernels(results),
    programs: checkedPrograms(results.applications.filter(({ from }) => from === 'source')),
    slowdowns: verdicts.flatMap(bothWays),
    unjudged: verdicts.flatMap(unjudgedPair),
    unread: unreadIn(results),
    races: racesIn(results),
    faults: faultsIn(results).map((fault) => ({ ...fault, isNew: false })),
    complete: false,
    held: null,
    findings: [],
    notCompared: [],
  };
}

/** The kernels of a workspace, each with the time of one launch alone. */
export function checkedKernels({ files }: Pick<WorkspaceResults, 'files'>): readonly CheckedKernel[] {
  return files
    .flatMap((file) => file.kernels)
    .map(({ id, name, path, line, time }) => ({
      id,
      name,
      path,
      line,
      timeNs: time?.value ?? null,
      origin: time?.origin ?? null,
    }));
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
  const faults = baseline === null ? check.faults : newFaults(check, baseline);
  const lost = baseline === null ? [] : notCompared(check, baseline);
  const held = maxSlowdown === null && baseline === null ? null : limited.length + compared.length;
  const findings = [
    ...(maxSlowdown === null ? [] : limited.flatMap((one) => aboveLimit(one, maxSlowdown, kind))),
    ...compared.flat(),
  ];
  return { ...check, maxSlowdown, judged: kind, complete, held, findings, notCompared: lost, faults };
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
