import type { WhatIfRequest, WhatIfResult } from '../../src/analysis/results/whatIfResult';
import { markdownTable } from '../../src/kernel/markdownTable';
import { say } from '../../src/words';
import { formatChange, formatDuration } from './format';
import { relativeChange } from './orders';

/** A change of an application with what it makes of the makespan, to paste into an issue or a review. */
export function whatIfMarkdown(
  name: string,
  gpu: string,
  { moves, issued, pinned, blocks, machine }: WhatIfRequest,
  { timeline, writtenNs, events }: WhatIfResult,
): string {
  const { makespanNs } = timeline;
  const change = formatChange(relativeChange(makespanNs, writtenNs));
  const table = markdownTable(
    ['', say('webview.timeline.makespan'), say('webview.timeline.againstWritten')],
    [
      [say('webview.timeline.asWritten'), formatDuration(writtenNs), ''],
      [say('webview.timeline.whatIf'), formatDuration(makespanNs), change],
    ],
  );
  const lines = [
    ...moves.map(({ label, stream }) => say('webview.timeline.movedTo', { label, stream })),
    ...issued.map(({ label, by }) =>
      by < 0
        ? say('webview.timeline.issuedEarlier', { label })
        : say('webview.timeline.issuedLater', { label }),
    ),
    ...(machine.gpu === null ? [] : [say('webview.timeline.onGpu', { gpu: machine.gpu })]),
    ...(machine.mpsPercentage === null
      ? []
      : [say('webview.timeline.withShare', { percentage: machine.mpsPercentage })]),
    ...(pinned ? [say('webview.timeline.pinned')] : []),
    ...blocks.map(({ kernel, current, threadsPerBlock }) =>
      say('webview.timeline.withBlock', { kernel, current, threadsPerBlock }),
    ),
    ...events.map((order) => say('webview.timeline.keptOrder', { ...order })),
  ];
  return `### ${say('webview.timeline.whatIfOf', { name, gpu })}\n\n${table}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`;
}
