import { applicationKey } from '../../src/analysis/protocol';
import {
  MOST_CANDIDATES,
  type ColocatedCandidate,
  type ColocatedSubject,
  type ColocateRequest,
  type ColocateResult,
} from '../../src/analysis/results/colocateResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { Words } from '../../src/kernel/message';
import { say } from '../../src/words';
import type { ViewState } from '../state/viewState';
import { formatDuration, formatSlowdown } from './format';
import { fileName } from './kernels';
import { namedOptions } from './namedOptions';

/** What the user sets up before asking. */
export type ServiceDraft = ViewState['service'];

/** A program or trace that can be a service, or run beside one. */
export interface ServiceSubject {
  readonly key: string;
  /** Its name, with its place where another one has that name. */
  readonly label: string;
  /** Where its run alone comes from. */
  readonly from: string;
  /** Why its run alone is not known; null where it is. */
  readonly lack: Words | null;
}

/** A candidate that is answered. */
export type AnsweredCandidate = Extract<ColocatedCandidate, { readonly instances: number }>;

/** What keeps the GPU busy, those whose run alone is known first. */
export function subjectsOf({ applications }: WorkspaceResults): readonly ServiceSubject[] {
  const named = namedOptions(applications.map(({ name, path, line }) => ({ value: '', name, path, line })));
  const all = applications.map((application, at): ServiceSubject => {
    const { path, from, unknowns } = application;
    const file = fileName(path);
    return {
      key: applicationKey(application),
      label: named[at]!.label,
      from:
        from !== 'trace'
          ? say('webview.service.fromSource', { file })
          : say('webview.service.fromTrace', { file }),
      lack: unknowns[0] ?? null,
    };
  });
  return [...all.filter(({ lack }) => lack === null), ...all.filter(({ lack }) => lack !== null)];
}

/** What the form holds, of the programs whose runs are known. */
export function serviceDraft(draft: ServiceDraft, subjects: readonly ServiceSubject[]): ServiceDraft {
  const known = subjects.filter(({ lack }) => lack === null).map(({ key }) => key);
  return {
    ...draft,
    key: known.find((key) => key === draft.key) ?? known[0] ?? null,
    batch: draft.batch.filter((key) => known.includes(key)),
  };
}

/** What the draft lacks to be asked; null where it lacks nothing. */
export function serviceLack({ key, batch, latency, memory, alone }: ServiceDraft): string | null {
  if (key === null || batch.length === 0) return say('webview.service.chooseSome');
  if (batch.length > MOST_CANDIDATES) return say('webview.service.tooMany', { most: MOST_CANDIDATES });
  const typed = [latency, ...[key, ...batch].flatMap((each) => [memory[each] ?? '', alone[each] ?? ''])];
  const wrong = typed.find((text) => text.trim() !== '' && positive(text) === null);
  return wrong === undefined ? null : say('webview.service.noNumber', { text: wrong });
}

/** The question of a draft that lacks nothing. */
export function serviceRequest(draft: ServiceDraft): ColocateRequest {
  const { key, batch, slowdown, of, latency, memory, alone } = draft;
  const typed = (text: string | undefined, unit: number): number | null => {
    const value = positive(text ?? '');
    return value === null ? null : value * unit;
  };
  const subject = (each: string): ColocatedSubject => ({
    key: each,
    footprintBytes: typed(memory[each], 2 ** 20),
    aloneNs: typed(alone[each], 1e6),
  });
  return {
    service: subject(key ?? ''),
    batch: batch.map(subject),
    target: { slowdown, of, ns: typed(latency, 1e6) },
  };
}

function positive(text: string): number | null {
  const value = Number(text.replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) && value > 0 ? value : null;
}

export function answeredOf({ candidates }: ColocateResult): readonly AnsweredCandidate[] {
  return candidates.filter((each): each is AnsweredCandidate => 'instances' in each);
}

/** The time of the service alone, ns; null before a candidate is answered. */
export function aloneOf(result: ColocateResult): number | null {
  return answeredOf(result)[0]?.aloneNs ?? null;
}

/** Latency that is to be kept, ns. */
export function boundNs({ target }: ColocateResult, aloneNs: number): number {
  return Math.min(target.slowdown * aloneNs, target.ns ?? Infinity);
}

/** The latency that the target is of, beside as many instances as are safe; null where none was looked at. */
export function latencyAtSafe(
  { points, instances }: AnsweredCandidate,
  { target }: ColocateResult,
): number | null {
  return points.find((point) => point.instances === instances)?.[target.of] ?? null;
}

/** The answer in one sentence. */
export function serviceVerdict(result: ColocateResult): string {
  const { service } = result;
  const safe = answeredOf(result).filter(({ instances }) => instances > 0);
  if (safe.length === 0) return say('webview.service.none', { service });
  const listed = safe.toSorted((a, b) => b.instances - a.instances);
  return say('webview.service.most', {
    service,
    safe: listed.map(({ name, instances }) => say('webview.service.safe', { name, instances })),
  });
}

/** The target in words. */
export function targetText(result: ColocateResult, aloneNs: number): string {
  const ns = boundNs(result, aloneNs);
  const bound = `${formatDuration(ns)} (${formatSlowdown(ns / aloneNs)})`;
  return result.target.of === 'mean'
    ? say('webview.service.targetMean', { bound })
    : say('webview.service.targetP95', { bound });
}
