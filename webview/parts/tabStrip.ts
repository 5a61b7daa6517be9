import { html, type TemplateResult } from 'lit/html.js';
import { icon } from './icon';
import { arrowTarget } from './roving';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly icon: string;
  /** A short count beside the title; empty for none. */
  readonly badge: string;
}

/** A tab strip over a `tabPanel`: one stop of the Tab key, arrow keys switch. */
export function tabStrip<Id extends string>(
  label: string,
  tabs: readonly Tab<Id>[],
  current: Id,
  choose: (id: Id) => void,
): TemplateResult {
  const onKey = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ id }) => id === current);
    const target = arrowTarget(event.key, index, tabs.length, { back: 'ArrowLeft', forth: 'ArrowRight' });
    const tab = target === null ? undefined : tabs[target];
    if (tab === undefined) return;
    event.preventDefault();
    choose(tab.id);
    document.getElementById(`tab-${tab.id}`)?.focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${onKey}>
    ${tabs.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${tab.id}"
          aria-controls="panel"
          aria-selected=${tab.id === current ? 'true' : 'false'}
          tabindex=${tab.id === current ? 0 : -1}
          @click=${() => choose(tab.id)}
        >
          ${icon(tab.icon)} ${tab.title} <span class="count">${tab.badge}</span>
        </button>`,
    )}
  </div>`;
}

/** What the tab `current` shows; stale content is dimmed. */
export function tabPanel(current: string, stale: boolean, content: unknown): TemplateResult {
  return html`<main
    id="panel"
    class="panel ${stale ? 'stale' : ''}"
    role="tabpanel"
    aria-labelledby="tab-${current}"
    aria-busy=${stale ? 'true' : 'false'}
  >
    ${content}
  </main>`;
}
