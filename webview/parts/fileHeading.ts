import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { FileView } from '../../src/analysis/protocol';
import type { ViewContext } from '../state/appState';
import { say } from '../../src/words';
import { icon } from './icon';

/** What a view of a run file calls its actions. */
export interface FileActions {
  readonly cancel: string;
  readonly again: string;
}

/** The file that a view is about, what can be done with it, and why there is no result. */
export function fileHeading(
  view: FileView,
  actions: FileActions,
  { state, post }: ViewContext,
): TemplateResult {
  const { path, busy, report, error } = state[view];
  const button = (label: string, act: () => void): TemplateResult =>
    html`<vscode-button appearance="secondary" @click=${act}>${label}</vscode-button>`;
  return html`<div class="section-head">
      <h2>
        <button type="button" class="link" @click=${() => post({ type: 'openFile', view, what: 'file' })}>
          ${path}
        </button>
      </h2>
      ${report === null ? nothing : button(say('webview.page.openAsJson'), () => post({ type: 'openFile', view, what: 'json' }))}
      ${
        busy
          ? button(actions.cancel, () => post({ type: 'cancelFile', view }))
          : html`${button(actions.again, () => post({ type: 'runFile', view, again: true }))}
            ${button(say('webview.page.otherFile'), () => post({ type: 'runFile', view, again: false }))}`
      }
    </div>
    ${
      error === null
        ? nothing
        : html`<div class="message error" role="alert">${icon('error')}<span>${error}</span></div>`
    }`;
}
