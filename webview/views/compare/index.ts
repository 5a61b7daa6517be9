import { html, nothing, type TemplateResult } from 'lit/html.js';
import { MOST_CONTENDERS, type CompareRequest } from '../../../src/analysis/protocol';
import { say } from '../../../src/words';
import type { WorkspaceResults } from '../../../src/analysis/results/workspaceResults';
import { allKernels } from '../../model/kernels';
import { namedOptions } from '../../model/namedOptions';
import { programOptions, programsOf } from '../../model/overlap';
import type { ViewState } from '../../state/viewState';
import { dropdown } from '../../parts/dropdown';
import { emptyState } from '../../parts/emptyState';
import { icon, iconButton } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { comparedGpu } from './answer';

/** Every way in which kernels or programs can have a GPU, on each of several GPUs. */
export function compareView(context: ResultsContext): TemplateResult {
  const { compare } = context.state;
  if (allKernels(context.results).length < 2 && programsOf(context.results).length === 0)
    return emptyState({
      icon: 'versions',
      title: say('webview.compare.tooFew'),
      text: say('webview.compare.invitation'),
    });
  const { result, busy, error } = compare;
  return html`${form(context)}
    <div aria-live="polite" aria-busy=${busy ? 'true' : 'false'}>
      ${error === null ? nothing : html`<div class="message error" role="alert">${icon('error')}<span>${error}</span></div>`}
      ${busy ? progressLine({ message: say('webview.compare.working'), fraction: null }) : nothing}
      ${result === null ? nothing : result.gpus.map((gpu) => comparedGpu(gpu, result, context))}
      ${result === null && !busy && error === null ? invitation() : nothing}
    </div>`;
}

const invitation = (): TemplateResult =>
  emptyState({
    icon: 'versions',
    title: say('webview.compare.question'),
    text: say('webview.compare.invitation'),
  });

function form(context: ResultsContext): TemplateResult {
  const { update, post, state, results } = context;
  const choice = choiceOf(context);
  const { ofPrograms, gpus } = choice;
  const change = (patch: Partial<Choice>): void => update({ compare: { ...choice, ...patch } });
  const subjects = ofPrograms ? programsOptions(results) : kernelOptions(results);
  const chosen = ofPrograms ? choice.programs : choice.kernelIds;
  const choose = (at: number, id: string): void => {
    const all = id === '' ? chosen.toSpliced(at, 1) : chosen.toSpliced(at, 1, id);
    change(ofPrograms ? { programs: all } : { kernelIds: all });
  };
  const request: CompareRequest = ofPrograms ? { programs: chosen, gpus } : { kernelIds: chosen, gpus };
  const whats = [
    { value: 'kernels', label: say('webview.compare.kernels') },
    { value: 'programs', label: say('webview.compare.programs') },
  ];
  return html`<div class="pairing" role="group" aria-label=${say('webview.compare.question')}>
      ${
        programsOf(results).length === 0
          ? nothing
          : dropdown({
              label: say('webview.compare.what'),
              value: ofPrograms ? 'programs' : 'kernels',
              options: whats,
              onChange: (what) => change({ ofPrograms: what === 'programs' }),
            })
      }
      ${placesOf(chosen).map((value, at) =>
        dropdown({
          label: say(PLACES[at] ?? 'webview.compare.third'),
          value,
          options: at < 2 ? subjects : [{ value: '', label: say('webview.compare.more') }, ...subjects],
          onChange: (id) => choose(at, id),
        }),
      )}
      ${dropdown({
        label: say('webview.compare.addGpu'),
        value: '',
        options: [
          { value: '', label: say('webview.compare.chooseGpu') },
          ...state.gpus
            .filter(({ id }) => !gpus.includes(id))
            .map(({ id, name }) => ({ value: id, label: name })),
        ],
        onChange: (id) => change({ gpus: [...gpus, id] }),
      })}
      ${
        state.compare.busy
          ? html`<vscode-button appearance="secondary" @click=${() => post({ type: 'cancelCompare' })}
              >${say('webview.compare.cancel')}</vscode-button
            >`
          : html`<vscode-button @click=${() => post({ type: 'compare', request })}
              >${say('webview.compare.compare')}</vscode-button
            >`
      }
    </div>
    <ul class="pairs">
      ${gpus.map((id) => {
        const name = state.gpus.find((gpu) => gpu.id === id)?.name ?? id;
        return html`<li>
          ${name}
          ${
            gpus.length < 2
              ? nothing
              : iconButton('close', say('webview.compare.dropGpu', { gpu: name }), () =>
                  change({ gpus: gpus.filter((one) => one !== id) }),
                )
          }
        </li>`;
      })}
    </ul>`;
}

type Choice = ViewState['compare'];

const PLACES = ['webview.compare.first', 'webview.compare.second'] as const;

/** Those that are chosen, and room for one more. */
const placesOf = (chosen: readonly string[]): readonly string[] =>
  chosen.length < MOST_CONTENDERS ? [...chosen, ''] : chosen;

const kernelOptions = (results: WorkspaceResults): Options =>
  namedOptions(allKernels(results).map(({ id, name, path, line }) => ({ value: id, name, path, line })));

const programsOptions = (results: WorkspaceResults): Options => programOptions(programsOf(results));

type Options = readonly { readonly value: string; readonly label: string }[];

/** What was chosen while it is there, else the first two on the GPU of the results. */
function choiceOf({ results, state }: ResultsContext): Choice {
  const { ofPrograms, kernelIds, programs, gpus } = state.view.compare;
  return {
    ofPrograms: ofPrograms && programsOf(results).length > 0,
    kernelIds: known(kernelIds, kernelOptions(results)),
    programs: known(programs, programsOptions(results)),
    gpus: gpus.length > 0 ? gpus : [results.gpu.id],
  };
}

/** Two at least; a program may be compared with itself. */
function known(chosen: readonly string[], options: Options): string[] {
  const isThere = (id: string | undefined): id is string => options.some(({ value }) => value === id);
  const [first, second, ...more] = chosen;
  const both = [first, second].map((id, at) =>
    isThere(id) ? id : ((options[at] ?? options[0])?.value ?? ''),
  );
  return [...both, ...more.filter(isThere)];
}
