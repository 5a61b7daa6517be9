import { html, type TemplateResult } from 'lit/html.js';
import { allKernels } from '../../model/kernels';
import { emptyState } from '../../parts/emptyState';
import type { ResultsContext } from '../../state/appState';
import { facts } from './facts';
import { kernelTable } from './kernelTable';
import { profileList } from './profiles';
import { skippedList } from './skipped';
import { say } from '../../../src/words';

/** Kernels, profiles and what was left out. */
export function kernelsView(context: ResultsContext): TemplateResult {
  const head =
    allKernels(context.results).length === 0
      ? noKernels(context)
      : html`${facts(context)} ${kernelTable(context)}`;
  return html`${head}
    <div class="columns">${profileList(context)} ${skippedList(context)}</div>`;
}

/** Why there is no kernel, and where some are. */
export function noKernels({ results, post }: ResultsContext): TemplateResult {
  const looked = results.files.length;
  return emptyState({
    icon: 'search',
    title: looked === 0 ? say('webview.overview.noCudaSourcesFound') : say('webview.overview.noKernelsFound'),
    text:
      looked === 0
        ? say('webview.overview.thisWorkspaceHasNoCu')
        : say('webview.overview.filesWithoutKernels', {
            looked,
            were: looked === 1 ? say('webview.overview.fileWas') : say('webview.overview.filesWere'),
          }),
    actions: [
      { label: say('webview.overview.openTheSamples'), run: () => post({ type: 'openSamples' }) },
      { label: say('webview.overview.analyzeAgain'), run: () => post({ type: 'analyze' }) },
    ],
  });
}
