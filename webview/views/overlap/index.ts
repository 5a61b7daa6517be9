import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PairVerdict } from '../../../src/analysis/results/overlapResult';
import { say } from '../../../src/words';
import { startedError } from '../../../src/words/texts/overlapTexts';
import { allKernels } from '../../model/kernels';
import { racesIn } from '../../../src/analysis/results/races';
import { cardsOf, programsOf, whyNothingMeets } from '../../model/overlap';
import { emptyState } from '../../parts/emptyState';
import type { ResultsContext } from '../../state/appState';
import { noKernels } from '../kernels/index';
import { baselineBar } from './baseline';
import { adviceList } from './advice';
import { overlapCard } from './card';
import { pairing } from './pairing';
import { raceList } from './races';
import { unreadList } from './unread';

/** Cards beyond these have little at stake. */
const MOST_CARDS = 40;

/** The answer first: what can run at the same time, whether it should, and what else would save time. */
export function overlapView(context: ResultsContext): TemplateResult {
  if (allKernels(context.results).length === 0) return noKernels(context);
  const cards = cardsOf(context.results);
  return html`
    ${baselineBar(context)} ${raceList(context)}
    ${cards.length === 0 ? nothingMeets(context) : cardList(cards, context)} ${unreadList(context)}
    ${programsOf(context.results).length < 2 ? nothing : pairing(context)} ${adviceList(context)}
  `;
}

function nothingMeets({ results }: ResultsContext): TemplateResult {
  const races = racesIn(results).length > 0;
  return emptyState({ icon: races ? 'warning' : 'dashboard', ...whyNothingMeets(results) });
}

function cardList(cards: readonly PairVerdict[], context: ResultsContext): TemplateResult {
  const shown = cards.slice(0, MOST_CARDS);
  const more = cards.length - shown.length;
  const onCard = startedError(cards);
  return html`<section aria-labelledby="overlap-title">
    <div class="section-head">
      <h2 id="overlap-title">${say('webview.overlap.title')}</h2>
      <span class="caption">${say('webview.overlap.caption')}</span>
    </div>
    <ul class="cards">
      ${repeat(
        shown,
        ({ pair }) => pair.map(({ kernel }) => kernel.id).join('\0'),
        (one) => overlapCard(one, context),
      )}
    </ul>
    ${onCard === null ? nothing : html`<p class="caption">${onCard}</p>`}
    ${more === 0 ? nothing : html`<p class="caption">${say('webview.overlap.more', { more })}</p>`}
  </section>`;
}
