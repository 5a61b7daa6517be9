import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ProfileResult } from '../../../src/analysis/results/workspaceResults';
import { count } from '../../model/format';
import { fileName } from '../../model/kernels';
import { measureCommands } from '../../model/measureCommands';
import { profileStatus, type Tone } from '../../model/summary';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { say } from '../../../src/words';
import { formatText } from '../../../src/words/texts/profileFormat';

const TONE_ICONS: Readonly<Record<Tone, string>> = {
  good: 'pass',
  warning: 'warning',
  bad: 'error',
  neutral: 'circle-outline',
};

/** The profile files: what was read of each and to which kernels it was joined. */
export function profileList(context: ResultsContext): TemplateResult {
  const { profiles } = context.results;
  return html`<section aria-labelledby="profiles-title">
    <div class="section-head">
      <h2 id="profiles-title">${say('webview.overview.profiles')}</h2>
      ${iconButton('add', say('webview.overview.importAProfile'), () => context.post({ type: 'importProfile' }))}
    </div>
    ${
      profiles.length === 0
        ? measureHelp(context)
        : html`<ul class="profiles">
            ${profiles.map((profile) => profileItem(profile, context))}
          </ul>`
    }
  </section>`;
}

function profileItem(profile: ProfileResult, { post }: ResultsContext): TemplateResult {
  const status = profileStatus(profile);
  const rows = `${count(profile.kernelRows, 'kernelRow')}, ${count(profile.transferRows, 'transferRow')}`;
  const details = [
    profile.reason,
    joinText(profile),
    ...profile.ambiguous.map((row) =>
      say('webview.overview.mayBeKernels', { name: row.name, kernelIds: row.kernelIds.length }),
    ),
    profile.notJoined.length > 0
      ? say('webview.overview.notJoined', { notJoined: profile.notJoined.join(', ') })
      : null,
    ...profile.warnings.map((warning) => warning.message),
  ].filter((text): text is string => text !== null && text !== '');
  return html`<li>
    <div class="profile-line">
      <span class="tone-${status.tone}">${icon(TONE_ICONS[status.tone])}</span>
      <button
        type="button"
        class="link"
        title=${profile.path}
        @click=${() => post({ type: 'openProfile', path: profile.path })}
      >
        ${fileName(profile.path)}
      </button>
      <span class="status tone-${status.tone}">${status.text}</span>
      <span class="caption"
        >${[formatText(profile.format), profile.device, rows].filter(Boolean).join(' · ')}</span
      >
    </div>
    ${
      details.length === 0
        ? nothing
        : html`<ul class="details">
            ${details.map((text) => html`<li>${text}</li>`)}
          </ul>`
    }
  </li>`;
}

function joinText({ joined, kernelRows }: ProfileResult): string | null {
  if (kernelRows === 0) return null;
  return joined.length === 0
    ? say('webview.overview.joinedToNoKernelOf')
    : say('webview.overview.joined', { joined: joined.map((row) => row.name).join(', ') });
}

/** Without a profile everything is an estimate: say so, and how to measure. */
function measureHelp({ results, post }: ResultsContext): TemplateResult {
  return html`<div class="measure">
    <p>${say('webview.overview.noProfileYetTheNumbers')}</p>
    <ul>
      ${measureCommands(results.gpu.computeCapability).map(
        ({ tool, command, gives }) =>
          html`<li>
            <span>${tool}: ${gives}</span>
            <code>${command}</code>
            ${iconButton('copy', say('webview.overview.copyTheCommand', { tool }), () =>
              post({ type: 'copy', text: command, what: say('webview.overview.command', { tool }) }),
            )}
          </li>`,
      )}
    </ul>
  </div>`;
}
