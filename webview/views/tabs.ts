import { html, type TemplateResult } from 'lit/html.js';
import { DASHBOARD_VIEWS, type DashboardView } from '../../src/analysis/protocol';
import { VIEW_ICONS, VIEW_TITLES } from '../model/words';
import { icon } from '../parts/icon';
import { arrowTarget } from '../parts/roving';

/** The tab strip: one stop of the Tab key, arrow keys switch views. */
export function tabs(
  current: DashboardView,
  badge: (view: DashboardView) => string,
  choose: (view: DashboardView) => void,
): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const target = arrowTarget(event.key, DASHBOARD_VIEWS.indexOf(current), DASHBOARD_VIEWS.length, {
      back: 'ArrowLeft',
      forth: 'ArrowRight',
    });
    const view = target === null ? undefined : DASHBOARD_VIEWS[target];
    if (view === undefined) return;
    event.preventDefault();
    choose(view);
    document.getElementById(`tab-${view}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label="Views" @keydown=${onKey}>
    ${DASHBOARD_VIEWS.map(
      (view) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${view}"
          aria-controls="panel"
          aria-selected=${view === current ? 'true' : 'false'}
          tabindex=${view === current ? 0 : -1}
          @click=${() => choose(view)}
        >
          ${icon(VIEW_ICONS[view])} ${VIEW_TITLES[view]} <span class="count">${badge(view)}</span>
        </button>`,
    )}
  </div>`;
}
