import { message, type Words } from '../../kernel/message';
import type { SoloRun } from '../../predictors/latencyPort';

/** An application that may run beside a service: its pinned copies, made pageable, are another run. */
export interface PinnedOrNot {
  readonly name: string;
  /** Null where it has no pinned copies. */
  readonly pageable: SoloRun | null;
}

/** Pageable copies wait for pinned ones: those of the service should be pinned where others' are. */
export function pinningAdvice({ application }: SoloRun, beside: readonly PinnedOrNot[]): readonly Words[] {
  const isPageable = application.operations.some(
    (operation) => operation.kind === 'copy' && operation.direction !== 'DtoD' && !operation.pinned,
  );
  const others = beside.flatMap(({ name, pageable }) => (pageable === null ? [] : [name]));
  if (!isPageable || others.length === 0) return [];
  return [message('analysis.colocate.pinService', { name: application.name, others })];
}
