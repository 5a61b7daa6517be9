import { html, nothing, type TemplateResult } from 'lit/html.js';
import { say } from '../../../src/words';
import { emptyState } from '../../parts/emptyState';
import { fileHeading } from '../../parts/fileHeading';
import { progressLine } from '../../parts/progress';
import type { ViewContext } from '../../state/appState';
import { queueResult } from './result';

/** Which jobs of a queue may share a GPU, in which order, and what each policy gains. */
export function queueView(context: ViewContext): TemplateResult {
  const { queue } = context.state;
  if (queue.path === null) return invitation(context);
  const actions = { cancel: say('webview.queue.cancel'), again: say('webview.queue.again') };
  return html`<div class="queue">
    ${fileHeading('queue', actions, context)}
    ${queue.busy ? progressLine({ message: say('webview.queue.playing'), fraction: null }) : nothing}
    <div aria-live="polite" aria-busy=${queue.busy ? 'true' : 'false'}>
      ${queue.report === null ? nothing : queueResult(queue.report, context)}
    </div>
  </div>`;
}

function invitation({ post }: ViewContext): TemplateResult {
  return emptyState({
    icon: 'server-process',
    title: say('webview.queue.question'),
    text: say('webview.queue.invitation'),
    actions: [
      {
        label: say('webview.queue.choose'),
        run: () => post({ type: 'runFile', view: 'queue', again: false }),
      },
      { label: say('webview.page.openTheSamples'), run: () => post({ type: 'openSamples' }) },
    ],
  });
}
