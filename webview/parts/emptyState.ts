import { html, type TemplateResult } from 'lit/html.js';
import { icon } from './icon';

export interface EmptyState {
  readonly icon: string;
  readonly title: string;
  readonly text: string | TemplateResult;
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[];
}

/** Says why there is nothing to see, and what the user can do about it. */
export function emptyState({ icon: name, title, text, actions = [] }: EmptyState): TemplateResult {
  return html`<div class="empty" role="note">
    ${icon(name, 'empty-icon')}
    <h3>${title}</h3>
    <p>${text}</p>
    <div class="actions">
      ${actions.map(
        (action, index) =>
          html`<vscode-button appearance=${index === 0 ? 'primary' : 'secondary'} @click=${action.run}
            >${action.label}</vscode-button
          >`,
      )}
    </div>
  </div>`;
}
