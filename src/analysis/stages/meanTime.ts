import { message } from '../../kernel/message';
import type { Sourced } from '../../kernel/origin';
import type { KernelFacts } from './kernelFacts';

/** Mean over all launches that a profile timed on the chosen GPU, ns; null where none did. */
export function meanTime({ rows, metricsOrigin }: KernelFacts): Sourced | null {
  const timed = rows.filter((row) => row.durationNs !== null);
  const calls = timed.reduce((sum, row) => sum + row.calls, 0);
  if (calls === 0) return null;
  const value = timed.reduce((sum, row) => sum + row.durationNs! * row.calls, 0) / calls;
  const places = [...new Set(timed.map((row) => row.location.path))];
  const device = timed[0]!.device;
  const from = device
    ? message('analysis.profilesOn', { places, device })
    : message('analysis.profiles', { places });
  return { value, unit: 'ns', origin: metricsOrigin, from };
}
