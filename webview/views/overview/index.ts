import { html, type TemplateResult } from 'lit/html.js';
import { allKernels } from '../../model/kernels';
import { emptyState } from '../../parts/emptyState';
import type { ResultsContext } from '../../state/appState';
import { adviceList } from './advice';
import { facts } from './facts';
import { kernelTable } from './kernelTable';
import { profileList } from './profiles';
import { skippedList } from './skipped';

/** Kernels, advice, profiles and what was left out. */
export function overview(context: ResultsContext): TemplateResult {
  if (allKernels(context.results).length === 0)
    return html`${noKernels(context)}
      <div class="columns">${profileList(context)}${skippedList(context)}</div>`;
  return html`
    ${facts(context)} ${kernelTable(context)}
    <div class="columns">
      ${adviceList(context)}
      <div>${profileList(context)} ${skippedList(context)}</div>
    </div>
  `;
}

function noKernels({ results, post }: ResultsContext): TemplateResult {
  const looked = results.files.length;
  return emptyState({
    icon: 'search',
    title: looked === 0 ? 'No CUDA sources found' : 'No kernels found',
    text:
      looked === 0
        ? 'This workspace has no .cu or .cuh file and no source that contains CUDA. The samples show what Corun does with one.'
        : `${looked} CUDA ${looked === 1 ? 'file was' : 'files were'} read, and no __global__ function is defined there.`,
    actions: [
      { label: 'Open the samples', run: () => post({ type: 'openSamples' }) },
      { label: 'Analyze again', run: () => post({ type: 'analyze' }) },
    ],
  });
}
