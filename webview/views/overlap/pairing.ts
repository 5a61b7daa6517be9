import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ApplicationPair } from '../../../src/analysis/results/pairedPrograms';
import { say } from '../../../src/words';
import {
  pairedOf,
  programOptions,
  programsOf,
  withoutPair,
  withPair,
  type Program,
} from '../../model/overlap';
import { MODE_TITLES } from '../../model/words';
import { dropdown } from '../../parts/dropdown';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';

/** Which programs run at the same time: two are chosen and paired. */
export function pairing(context: ResultsContext): TemplateResult {
  const { results, state, update, post } = context;
  const programs = programsOf(results);
  const paired = pairedOf(results);
  const pair = (pairs: readonly ApplicationPair[]): void => post({ type: 'pair', pairs });
  const [first, second] = chosen(programs, state.view.pairing);
  const choose = (at: 0 | 1, key: string): void => {
    const pairing: [string, string] = at === 0 ? [key, second.key] : [first.key, key];
    update({ pairing });
  };
  const options = programOptions(programs);
  return html`<section aria-labelledby="pairing-title">
    <div class="section-head"><h2 id="pairing-title">${say('webview.overlap.pairTitle')}</h2></div>
    <div class="pairing">
      ${dropdown({ label: say('webview.overlap.first'), value: first.key, options, onChange: (key) => choose(0, key) })}
      ${dropdown({ label: say('webview.overlap.second'), value: second.key, options, onChange: (key) => choose(1, key) })}
      <vscode-button
        appearance="secondary"
        ?disabled=${first.key === second.key}
        @click=${() => pair(withPair(paired, [first.key, second.key]))}
        >${say('webview.overlap.pair')}</vscode-button
      >
    </div>
    ${needsMode(context)}
    <ul class="pairs">
      ${paired.flatMap((one) => {
        const names = one.map((key) => programs.find((program) => program.key === key)?.name);
        const text = names.join(' + ');
        return names.includes(undefined)
          ? []
          : [
              html`<li>
                ${text}
                ${iconButton('close', say('webview.overlap.unpair', { names: text }), () =>
                  pair(withoutPair(paired, one)),
                )}
              </li>`,
            ];
      })}
    </ul>
  </section>`;
}

/** Those that were chosen while they are there, else the first two. */
function chosen(
  programs: readonly Program[],
  pairing: readonly [string, string] | null,
): readonly [Program, Program] {
  const known = (at: 0 | 1): Program => programs.find(({ key }) => key === pairing?.[at]) ?? programs[at]!;
  return [known(0), known(1)];
}

/** Streams are of one process: programs share the GPU by something else. */
function needsMode({ results, post }: ResultsContext): TemplateResult | typeof nothing {
  if (results.mode !== 'streams' || pairedOf(results).length === 0) return nothing;
  return html`<div class="message info" role="note">
    ${icon('info')}<span>${say('webview.overlap.needMode')}</span>
    ${(['mps', 'time-slice'] as const).map(
      (mode) =>
        html`<vscode-button appearance="secondary" @click=${() => post({ type: 'selectMode', mode })}
          >${say('webview.overlap.useMode', { mode: MODE_TITLES[mode] })}</vscode-button
        >`,
    )}
  </div>`;
}
