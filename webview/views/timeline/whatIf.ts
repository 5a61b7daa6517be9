import { html, nothing, type TemplateResult } from 'lit/html.js';
import { isSure, savedShare, type ApplicationResult } from '../../../src/analysis/results/timelineResult';
import type {
  IssueMove,
  StreamMove,
  TriedMachine,
  WhatIfResult,
} from '../../../src/analysis/results/whatIfResult';
import { say } from '../../../src/words';
import { blockChoices, type BlockChoice } from '../../model/blockChoices';
import { formatChange, formatDuration } from '../../model/format';
import { relativeChange } from '../../model/orders';
import {
  orNothing,
  requestOf,
  tried,
  withBlock,
  withIssue,
  withMachine,
  withMove,
} from '../../model/timelineSections';
import { whatIfMarkdown } from '../../model/whatIfMarkdown';
import { dropdown } from '../../parts/dropdown';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';

/** Replays the application with one more operation in another stream. */
export function tryMove(
  application: ApplicationResult,
  move: StreamMove,
  { state, post }: ResultsContext,
): void {
  const request = withMove(application, requestOf(application, state.whatIf), move);
  post({ type: 'whatIf', request: orNothing(request) });
}

/** Replays the application with one operation issued earlier or later. */
export function tryIssue(
  application: ApplicationResult,
  step: IssueMove,
  { state, post }: ResultsContext,
): void {
  const request = withIssue(application, requestOf(application, state.whatIf), step);
  post({ type: 'whatIf', request: orNothing(request) });
}

/** What can be tried with the program, and what it makes of the makespan. */
export function whatIfBar(
  application: ApplicationResult,
  context: ResultsContext,
): TemplateResult | typeof nothing {
  const { state, post } = context;
  if (application.predicted === null) return nothing;
  const request = requestOf(application, state.whatIf);
  const pinned = request?.pinned ?? false;
  const togglePinned = (): void =>
    post({
      type: 'whatIf',
      request: orNothing({ ...tried(application, request), pinned: !pinned }),
    });
  return html`<div class="what-if" role="group" aria-label=${say('webview.timeline.whatIf')}>
    <button
      type="button"
      class="text-button"
      aria-pressed=${pinned ? 'true' : 'false'}
      @click=${togglePinned}
    >
      ${icon('pin')} ${say('webview.timeline.pinned')}
    </button>
    ${machineChips(application, context)}
    ${
      request !== null && request.machine.gpu !== null
        ? nothing
        : blockChoices(context.results, application).map((choice) => blockChip(choice, application, context))
    }
    ${
      request === null
        ? html`<span class="caption">${say('webview.timeline.whatIfHint')}</span>`
        : html`<button
              type="button"
              class="text-button"
              @click=${() => post({ type: 'whatIf', request: null })}
            >
              ${icon('discard')} ${say('webview.timeline.backToWritten')}
            </button>
            ${answer(application, context)}`
    }
    ${state.whatIf.error === null ? nothing : html`<span class="bad" role="alert">${state.whatIf.error}</span>`}
  </div>`;
}

/** Caps that are tried, in percent. */
const SHARES = [75, 50, 25, 10] as const;

/** Another GPU, and a share of its SMs under MPS. */
function machineChips(
  application: ApplicationResult,
  { state, post, results }: ResultsContext,
): TemplateResult {
  const request = requestOf(application, state.whatIf);
  const { machine } = tried(application, request);
  const change = (part: Partial<TriedMachine>): void =>
    post({ type: 'whatIf', request: orNothing(withMachine(application, request, part)) });
  const { id: chosen, name } = results.gpu;
  const others = state.gpus.filter(({ id }) => id !== chosen);
  return html`${dropdown({
    label: say('webview.timeline.gpu'),
    value: machine.gpu ?? '',
    options: [
      { value: '', label: say('webview.timeline.gpuChosen', { name }) },
      ...others.map((gpu) => ({ value: gpu.id, label: gpu.name })),
    ],
    onChange: (id) => change({ gpu: id === '' ? null : id }),
  })}
  ${dropdown({
    label: say('webview.timeline.mpsShare'),
    value: String(machine.mpsPercentage ?? ''),
    options: [
      { value: '', label: say('webview.timeline.mpsAll') },
      ...SHARES.map((percentage) => ({
        value: String(percentage),
        label: say('webview.timeline.mpsPercentage', { percentage }),
      })),
    ],
    onChange: (value) => change({ mpsPercentage: value === '' ? null : Number(value) }),
  })}`;
}

/** A kernel's block sizes of which times are known, to try one. */
function blockChip(
  { kernel, name, current, best, sizes }: BlockChoice,
  application: ApplicationResult,
  { state, post }: ResultsContext,
): TemplateResult {
  const request = requestOf(application, state.whatIf);
  const chosen = request?.blocks.find((one) => one.kernel === kernel)?.threadsPerBlock ?? current;
  return dropdown({
    label: say('webview.timeline.blockOf', { name }),
    value: String(chosen),
    options: sizes.map(({ threadsPerBlock, timeFactor }) => ({
      value: String(threadsPerBlock),
      label:
        threadsPerBlock === current
          ? say('webview.timeline.blockWritten', { threadsPerBlock })
          : say(threadsPerBlock === best ? 'webview.timeline.blockBest' : 'webview.timeline.blockTried', {
              threadsPerBlock,
              change: formatChange(timeFactor - 1),
            }),
    })),
    onChange: (value) => {
      const change = sizes.find(({ threadsPerBlock }) => String(threadsPerBlock) === value);
      if (change !== undefined)
        post({ type: 'whatIf', request: orNothing(withBlock(application, request, change)) });
    },
  });
}

function answer(application: ApplicationResult, { state, post, results }: ResultsContext): TemplateResult {
  const { request, result, busy } = state.whatIf;
  const isThere = request !== null && (request.machine.gpu ?? request.machine.mpsPercentage) !== null;
  // Simulations take a while, in which the last answer would stand for another question.
  if (busy && isThere)
    return html`<span role="progressbar">${say('webview.timeline.simulatingThere')}</span>`;
  if (result === null || request === null) return html`<span>${say('webview.timeline.replaying')}</span>`;
  const copy = (): void =>
    post({
      type: 'copy',
      text: whatIfMarkdown(application.name, results.gpu.name, request, result),
      what: 'Markdown',
    });
  const { makespanNs } = result.timeline;
  return html`<button type="button" class="text-button" @click=${copy}>
      ${icon('copy')} ${say('webview.timeline.copyMarkdown')}
    </button>
    <span role="status" class=${isSure(savedShare(makespanNs, result.writtenNs), application) ? 'good' : ''}
      >${say('webview.timeline.whatIfAnswer', {
        makespan: formatDuration(makespanNs),
        written: formatDuration(result.writtenNs),
        change: formatChange(relativeChange(makespanNs, result.writtenNs)),
      })}</span
    >
    <span class="caption"
      >${say(isThere ? 'webview.timeline.thereModel' : 'webview.timeline.replayModel')}</span
    >
    ${events(result)}`;
}

function events({ events: kept }: WhatIfResult): TemplateResult | typeof nothing {
  if (kept.length === 0) return nothing;
  return html`<details>
    <summary>${say('webview.timeline.eventsNeeded', { count: kept.length })}</summary>
    <ul class="plain">
      ${kept.map((order) => html`<li>${say('webview.timeline.keptOrder', { ...order })}</li>`)}
    </ul>
  </details>`;
}
