import Papa from 'papaparse';
import type { Timeline } from './timeline';

/** The timeline as CSV, one line for each operation in issue order; times in ns. */
export function timelineCsv(timeline: Timeline): string {
  const rows = timeline.operations.map((operation) => ({
    id: operation.id,
    application: timeline.applications[operation.application],
    stream: operation.stream ?? '',
    kind: operation.kind,
    label: operation.label,
    resource: operation.resource,
    bytes: operation.bytes,
    issued_ns: operation.issuedNs,
    ready_ns: operation.readyNs,
    start_ns: operation.startNs,
    end_ns: operation.endNs,
    waited_for: operation.waitedFor.reason,
    waited_for_id: operation.waitedFor.operation ?? '',
  }));
  return Papa.unparse(rows, { newline: '\n', escapeFormulae: true });
}
