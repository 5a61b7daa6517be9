import { words } from '../../../src/words';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { KernelFit, KernelFitCheck } from '../../../src/analysis/results/kernelFitResult';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import { DECIDED_BY, fitRows, fitSentences } from '../../model/fit';
import { formatNumber } from '../../model/format';
import { fileName } from '../../model/kernels';
import { breakable } from '../../parts/breakable';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { say } from '../../../src/words';

/** How near the kernel's simulated program is to its profile. */
export function fitSection(
  { simulation }: KernelResult,
  context: ResultsContext,
): TemplateResult | typeof nothing {
  const fit = simulation?.fit;
  if (!fit) return nothing;
  return html`<section aria-labelledby="fit-title" class="fit">
    ${heading(fit, context)} ${fitSentences(fit).map((line) => html`<p>${line}</p>`)}
    ${fit.notes.map((note) => html`<p class="caption">${words(note)}</p>`)}
    ${fit.parameters.length === 0 ? nothing : parameters(fit)}
    ${fit.check === null ? nothing : residuals(fit, fit.check)}
  </section>`;
}

function heading({ profile, device, grid, block }: KernelFit, { post }: ResultsContext): TemplateResult {
  const launch =
    grid && block
      ? say('webview.block.blocksOfThreads', { grid: grid.join('×'), block: block.join('×') })
      : '';
  return html`<div class="section-head">
    <h2 id="fit-title">
      ${say('webview.block.fitTo')}
      <button
        type="button"
        class="link"
        title=${profile.path}
        @click=${() => post({ type: 'openProfile', path: profile.path })}
      >
        ${fileName(profile.path)}:${profile.line}
      </button>
    </h2>
    <span class="caption">${[device, launch].filter(Boolean).join(' · ')}</span>
  </div>`;
}

function parameters({ parameters: numbers, profile }: KernelFit): TemplateResult {
  return html`<div class="table-scroll">
    <table aria-label=${say('webview.block.numbersThatTheSourceLeaves')}>
      <thead>
        <tr>
          <th scope="col">${say('webview.block.openNumber')}</th>
          <th scope="col" class="numeric">${say('webview.block.withoutAProfile')}</th>
          <th scope="col" class="numeric">${say('webview.block.taken')}</th>
          <th scope="col">${say('webview.block.decidedBy')}</th>
        </tr>
      </thead>
      <tbody>
        ${numbers.map(
          ({ name, assumed, value, by, why }) =>
            html`<tr title=${words(why)}>
              <th scope="row">${name}</th>
              <td class="numeric">${formatNumber(assumed, 15)}</td>
              <td class="numeric">
                ${formatNumber(value, 15)}
                ${originMark('assumed', `${words(why)} (${profile.path}:${profile.line})`)}
              </td>
              <td>${DECIDED_BY[by]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function residuals({ origin, profile }: KernelFit, check: KernelFitCheck): TemplateResult {
  return html`<div class="table-scroll">
    <table aria-label=${say('webview.block.countersOfTheProfileAnd')}>
      <thead>
        <tr>
          <th scope="col">${say('webview.block.metric')}</th>
          <th scope="col" class="numeric">
            ${say('webview.block.profile')} ${originMark(origin, `${profile.path}:${profile.line}`)}
          </th>
          <th scope="col" class="numeric">${say('webview.block.simulated')} ${originMark('simulated')}</th>
          <th scope="col" class="numeric">${say('webview.block.difference')}</th>
        </tr>
      </thead>
      <tbody>
        ${fitRows(check).map(
          ({ metric, measured, simulated, difference }) =>
            html`<tr>
              <th scope="row">${breakable(metric)}</th>
              <td class="numeric">${measured}</td>
              <td class="numeric">${simulated}</td>
              <td class="numeric">${difference}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
