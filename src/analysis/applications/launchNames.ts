import { parseKernelName } from '../../profiles/names/kernelName';

/** Names of launches in their order without signatures, each run of equal ones once: `step ×60, reduce`. */
export function launchNames(kernels: readonly string[]): string {
  const runs: { name: string; count: number }[] = [];
  for (const name of kernels.map((kernel) => parseKernelName(kernel).base)) {
    const last = runs.at(-1);
    if (last?.name === name) last.count++;
    else runs.push({ name, count: 1 });
  }
  return runs.map(({ name, count }) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}
