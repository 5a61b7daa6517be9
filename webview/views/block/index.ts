import { html, nothing, type TemplateResult } from 'lit/html.js';
import {
  blockEvidence,
  blockTie,
  type BlockSizeResult,
  type KernelResult,
} from '../../../src/analysis/results/kernelResult';
import { blockChart } from '../../charts/blockChart';
import { mapChart } from '../../charts/mapChart';
import { blockTable, currentBlock } from '../../model/blockChart';
import { formatChange } from '../../model/format';
import { kernelMap, referenceTable } from '../../model/kernelMap';
import { allKernels, chosenKernel, fileName } from '../../model/kernels';
import { namedOptions } from '../../model/namedOptions';
import { assumptionLines } from '../../parts/assumptionLines';
import { chartFrame } from '../../parts/chartFrame';
import { dropdown } from '../../parts/dropdown';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { originMark, sourced } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { fitSection } from './fit';
import { say, words, titleOf } from '../../../src/words';

/** Which block size suits a kernel, and why. */
export function blockView(context: ResultsContext): TemplateResult {
  const kernels = allKernels(context.results);
  const { view, editorPath } = context.state;
  const kernel = chosenKernel(kernels, view.kernelId, editorPath);
  if (kernel === undefined)
    return emptyState({
      icon: 'graph',
      title: say('webview.block.noKernels'),
      text: say('webview.block.thereIsNoKernelTo'),
      actions: [
        { label: say('webview.block.openTheSamples'), run: () => context.post({ type: 'openSamples' }) },
      ],
    });
  return html`${heading(kernel, kernels, context)} ${content(kernel, context)}`;
}

function content(kernel: KernelResult, context: ResultsContext): TemplateResult {
  if (kernel.refused !== null)
    return emptyState({
      icon: 'circle-slash',
      title: say('webview.block.isNotAnalysed', { name: kernel.name }),
      text: words(kernel.refused),
    });
  if (kernel.occupancy === null && kernel.block === null)
    return emptyState({
      icon: 'graph',
      title: say('webview.block.noAdvice'),
      text: say('webview.block.neitherRegistersNorTheLaunch'),
      actions: [
        { label: say('webview.block.setAssumedValues'), run: () => context.update({ view: 'assumptions' }) },
      ],
    });
  return html`${advice(kernel, context)}
    <div class="columns">
      ${chartFrame(
        {
          id: 'block',
          title: say('webview.block.overBlockSize'),
          table: () => blockTable(kernel),
          chart: blockChart(kernel),
        },
        context,
      )}
      ${kernel.block === null ? nothing : similar(kernel, kernel.block, context)}
    </div>
    ${kernel.block === null ? nothing : candidates(kernel.block)} ${fitSection(kernel, context)}
    ${assumed(kernel, context)}`;
}

function heading(
  { id, path, line, registers, staticSharedBytes }: KernelResult,
  kernels: readonly KernelResult[],
  { update, post }: ResultsContext,
): TemplateResult {
  return html`<div class="application">
    ${dropdown({
      label: say('webview.block.kernel'),
      value: id,
      options: namedOptions(
        kernels.map(({ id, qualifiedName, path, line }) => ({ value: id, name: qualifiedName, path, line })),
      ),
      onChange: (kernelId) => update({ kernelId }),
    })}
    <button type="button" class="link" title=${path} @click=${() => post({ type: 'reveal', path, line })}>
      ${fileName(path)}:${line}
    </button>
    <span class="caption"
      >${registers === null ? nothing : html`${sourced(registers)} ${say('webview.block.registers')}`}
      ${staticSharedBytes === null ? nothing : html` · ${sourced(staticSharedBytes)} ${say('webview.block.staticSharedMemory')}`}</span
    >
  </div>`;
}

function advice(kernel: KernelResult, { results, post }: ResultsContext): TemplateResult | typeof nothing {
  const { block } = kernel;
  if (block === null) return nothing;
  const fix = results.advice.find((one) => one.kernelId === kernel.id && one.kind === 'block-size');
  return html`<section class="answer-box">
    <p class="headline">${verdict(kernel, block)}</p>
    <p class="caption">${words(blockEvidence(block))}</p>
    ${
      fix?.editable
        ? html`<vscode-button
            title=${say('webview.block.rewritesTheSourceWhereThe')}
            @click=${() => post({ type: 'applyAdvice', id: fix.id })}
            >${say('webview.block.apply')}</vscode-button
          >`
        : nothing
    }
  </section>`;
}

function verdict(kernel: KernelResult, block: BlockSizeResult): TemplateResult {
  const { advised, expectedGain, evidence, bound } = block;
  const { threadsPerBlock } = kernel;
  const current = currentBlock(kernel);
  const now =
    current === null
      ? say('webview.block.unknown')
      : html`${current} ${threadsPerBlock && originMark(threadsPerBlock.origin, words(threadsPerBlock.from))}`;
  if (advised === current)
    return html`${now} ${icon('check', 'good')}
      <small>${say('webview.block.threadsABlockAsAdvised')}</small>`;
  if (bound !== null) {
    const what = blockTie(block);
    const part =
      what === null
        ? say('webview.block.threadsABlockPart')
        : say('webview.block.threadsABlockPartOf', { what });
    return html`${now} ${icon('lock')} <small>${part}</small>`;
  }
  if (advised === null) return html`${now} <small>${say('webview.block.threadsABlockNoEvidence')}</small>`;
  return html`${now} → ${advised}
    ${
      expectedGain === null
        ? originMark('predicted', words(evidence))
        : html`<span class="gain">${formatChange(expectedGain.value)}</span> ${originMark(
              expectedGain.origin,
              words(expectedGain.from),
            )}`
    } <small>${say('webview.block.threadsABlock')}</small>`;
}

function similar(kernel: KernelResult, block: BlockSizeResult, context: ResultsContext): TemplateResult {
  const map = kernelMap(block);
  if (map === null)
    return html`<section>
      <div class="section-head"><h2>${say('webview.block.similarKernels')}</h2></div>
      <p class="none">${say('webview.block.notComparedWithOtherKernels')}</p>
    </section>`;
  return chartFrame(
    {
      id: 'similar',
      title: say('webview.block.similarKernels'),
      caption: say('webview.block.tSneMapOfThe'),
      table: () => referenceTable(block),
      chart: mapChart(map, kernel.name),
    },
    context,
  );
}

function candidates({ candidates: rows, advised }: BlockSizeResult): TemplateResult | typeof nothing {
  if (rows.length === 0) return nothing;
  return html`<section aria-labelledby="candidates-title">
    <div class="section-head"><h2 id="candidates-title">${say('webview.block.whatEachMethodSays')}</h2></div>
    <div class="table-scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">${say('webview.block.method')}</th>
            <th scope="col" class="numeric">${say('webview.block.block')}</th>
            <th scope="col">${say('webview.block.why')}</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ method, threadsPerBlock, reason }) =>
              html`<tr>
                <th scope="row">${titleOf('method', method)}</th>
                <td class="numeric">
                  ${threadsPerBlock !== null && threadsPerBlock === advised ? icon('check', 'good') : nothing}
                  ${threadsPerBlock ?? '–'}
                </td>
                <td class="wrap">${words(reason)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function assumed({ assumptions }: KernelResult, context: ResultsContext): TemplateResult | typeof nothing {
  if (assumptions.length === 0) return nothing;
  return html`<section>
    <div class="section-head"><h2>${say('webview.block.assumedTitle')}</h2></div>
    ${assumptionLines(assumptions, context)}
  </section>`;
}
