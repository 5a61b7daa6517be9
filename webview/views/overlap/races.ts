import { html, nothing, type TemplateResult } from 'lit/html.js';
import { say, words } from '../../../src/words';
import { fileName } from '../../model/kernels';
import { racesIn, type RacePlace } from '../../../src/analysis/results/races';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';

/** Races beyond these are in the list of problems. */
const MOST_RACES = 5;

/** What runs at the same time and must not; nothing where no race is known. */
export function raceList(context: ResultsContext): TemplateResult | typeof nothing {
  const races = racesIn(context.results);
  if (races.length === 0) return nothing;
  const more = races.length - MOST_RACES;
  return html`<section class="races" aria-labelledby="races-title">
    <h2 id="races-title">${say('screen.races')}</h2>
    <ul class="plain">
      ${races.slice(0, MOST_RACES).map((race) => raceItem(race, context))}
      ${more > 0 ? html`<li>${say('screen.moreFaults', { more })}</li>` : nothing}
    </ul>
  </section>`;
}

function raceItem({ path, line, what }: RacePlace, { post }: ResultsContext): TemplateResult {
  return html`<li>
    ${icon('warning')}
    <button type="button" class="link" title=${path} @click=${() => post({ type: 'reveal', path, line })}>
      ${fileName(path)}:${line}
    </button>
    ${words(what)}
  </li>`;
}
