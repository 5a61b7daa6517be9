import { html, type TemplateResult } from 'lit/html.js';

/** A codicon, invisible to screen readers: the text beside it says the same. */
export function icon(name: string, className = ''): TemplateResult {
  return html`<span class="codicon codicon-${name} ${className}" aria-hidden="true"></span>`;
}

/**
 * A button that shows only an icon; `label` is its tooltip and its accessible name. A `tabIndex` of
 * −1 is for controls that arrow keys reach.
 */
export function iconButton(
  name: string,
  label: string,
  action: (event: Event) => void,
  tabIndex = 0,
): TemplateResult {
  return html`<button
    type="button"
    class="icon-button"
    tabindex=${tabIndex}
    title=${label}
    aria-label=${label}
    @click=${action}
  >
    ${icon(name)}
  </button>`;
}
