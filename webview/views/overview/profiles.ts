import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ProfileResult } from '../../../src/analysis/results/workspaceResults';
import { count } from '../../model/format';
import { fileName } from '../../model/kernels';
import { measureCommands } from '../../model/measureCommands';
import { profileStatus, type Tone } from '../../model/summary';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';

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
      <h2 id="profiles-title">Profiles</h2>
      ${iconButton('add', 'Import a profile', () => context.post({ type: 'importProfile' }))}
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
  const rows = `${count(profile.kernelRows, 'kernel row')}, ${count(profile.transferRows, 'transfer row')}`;
  const details = [
    profile.reason,
    joinText(profile),
    ...profile.ambiguous.map((row) => `${row.name} may be ${row.kernelIds.length} kernels`),
    profile.notJoined.length > 0 ? `not joined: ${profile.notJoined.join(', ')}` : null,
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
      <span class="caption">${[profile.format, profile.device, rows].filter(Boolean).join(' · ')}</span>
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
    ? 'joined to no kernel of this workspace'
    : `joined: ${joined.map((row) => row.name).join(', ')}`;
}

/** Without a profile everything is an estimate: say so, and how to measure. */
function measureHelp({ results, post }: ResultsContext): TemplateResult {
  return html`<div class="measure">
    <p>No profile yet: the numbers are estimated from source. To measure on the GPU, run one of these.</p>
    <ul>
      ${measureCommands(results.gpu.computeCapability).map(
        ({ tool, command, gives }) =>
          html`<li>
            <span>${tool}: ${gives}</span>
            <code>${command}</code>
            ${iconButton('copy', `Copy the ${tool} command`, () =>
              post({ type: 'copy', text: command, what: `${tool} command` }),
            )}
          </li>`,
      )}
    </ul>
  </div>`;
}
