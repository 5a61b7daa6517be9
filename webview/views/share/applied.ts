import { isMessage, type Words } from '../../../src/kernel/message';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AllocationAdvice, AppliedAllocation } from '../../../src/analysis/results/shareResult';
import { appliedVerdict } from '../../../src/words/texts/goalTexts';
import { formatSlowdown, formatSms } from '../../model/format';
import { MECHANISM_TITLES } from '../../model/words';
import { codeBlock } from '../../parts/codeBlock';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { say, words } from '../../../src/words';

/** Who the split is for, and what guards its targets. */
type AdvisedSplit = Pick<AllocationAdvice, 'guard'> & { readonly apps: readonly { readonly name: string }[] };

/** The split as the GPU allows it, predicted again, with what to type. */
export function appliedSplit(
  applied: AppliedAllocation,
  advice: AdvisedSplit,
  context: ResultsContext,
): TemplateResult {
  const { mechanism, settings, sms, slowdowns, isCap, origin, shared, unusedSms, notes, apply } = applied;
  return html`<section aria-labelledby="applied-title">
    <div class="section-head">
      <h2 id="applied-title">
        ${say('webview.share.howToApplyIt', { mechanism: MECHANISM_TITLES[mechanism] })}
      </h2>
    </div>
    <table class="compact">
      <tbody>
        ${advice.apps.map(
          ({ name }, index) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${isCount(settings[index]!) ? nothing : html`<td>${words(settings[index]!)}</td>`}
              <td class="numeric">
                ${isCap ? say('webview.share.atMost', { sms: formatSms(sms[index]!) }) : formatSms(sms[index]!)}
              </td>
              <td class="numeric">${formatSlowdown(slowdowns[index]!)} ${originMark(origin)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>${appliedVerdict(applied, advice)}</p>
    <p>
      ${say('webview.share.stillShared', { shared: shared.join(', '), unused: unusedSms > 0 ? say('webview.share.unused', { unusedSms: formatSms(unusedSms) }) : '' })}
    </p>
    <ul class="plain caption">
      ${notes.map((note) => html`<li>${words(note)}</li>`)}
    </ul>
    ${apply.map((text) => codeBlock(text, context))}
  </section>`;
}

/** A setting that is a number of SMs, which stands in the next column anyhow. */
function isCount(setting: Words): boolean {
  return isMessage(setting) && setting.say === 'sharing.smsSetting';
}
