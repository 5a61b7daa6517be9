import type { DeviceTrace, TraceIterations } from '../../analysis/profileProtocol';
import { message, type Message } from '../../kernel/message';
import { words } from '../words';

/** Whose trace it is: GPU, process and rank as far as the file tells. */
export function traceTitle({ device, deviceIndex, pid, rank }: DeviceTrace): string {
  const index = deviceIndex ?? 0;
  const parts = [
    device === null
      ? message('trace.device', { index })
      : message('trace.deviceNamed', { index, name: device }),
    ...((pid ?? null) === null ? [] : [message('trace.process', { pid: pid! })]),
    ...(rank === undefined ? [] : [message('trace.rank', { rank })]),
  ];
  return parts.map((part) => words(part)).join(', ');
}

/** Idle time of a device and what it waited for, a sentence each. */
export function idleTexts({ operations, idle }: DeviceTrace): readonly string[] {
  const { spanNs, idleNs, hostNs, launchNs, queuedNs, untoldNs, gaps } = idle;
  if (spanNs === 0) return [];
  const parts = [
    ['trace.idleHost', hostNs],
    ['trace.idleLaunch', launchNs],
    ['trace.idleQueued', queuedNs],
    ['trace.idleUntold', untoldNs],
  ] as const;
  const told = parts.filter(([, ns]) => ns > 0);
  const causes =
    idleNs > 0 && untoldNs === idleNs
      ? [message('trace.noCalls')]
      : told.map(([code, ns]) => message(code, { share: ns / spanNs }));
  return [
    message('trace.operations', { operations, spanNs }),
    message('trace.idle', { share: idleNs / spanNs, idleNs, gaps }),
    ...causes,
  ].map((text) => words(text));
}

/** What repeats on a device, a sentence each. */
export function iterationTexts({ iterations }: DeviceTrace): readonly string[] {
  if (iterations === null) return [words(message('trace.nothingRepeats'))];
  const { count, warmUp, periodNs, shortestNs, longestNs, operations, beginsWith, agreement } = iterations;
  return [
    message('trace.repeats', { count, periodNs, shortestNs, longestNs, operations, beginsWith, agreement }),
    ...(warmUp > 0 ? [message('trace.warmUp', { warmUp })] : []),
    ...typicalIdle(iterations),
    message('trace.maybeLayers'),
  ].map((text) => words(text));
}

/** Up to where the next one begins: work that goes on beyond that leaves no time idle. */
function typicalIdle({ typical, idle }: TraceIterations): readonly Message[] {
  if (idle.spanNs === 0) return [];
  return [
    message('trace.typicalIdle', { share: Math.max(0, 1 - idle.busyNs / (typical.endNs - typical.startNs)) }),
  ];
}
