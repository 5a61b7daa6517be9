import type { CheckedSlowdown, CheckFinding } from '../results/checkResult';

/** What is wrong with a slowdown: an error where it comes of runs or its own error is known, else a warning. */
export function finding(
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
