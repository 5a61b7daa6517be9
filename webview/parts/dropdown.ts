import { html, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';

export interface DropdownOption {
  readonly value: string;
  readonly label: string;
}

export interface Dropdown {
  readonly label: string;
  readonly value: string;
  readonly options: readonly DropdownOption[];
  readonly onChange: (value: string) => void;
  /** Show the label before the box; it is the accessible name either way. */
  readonly labelled?: boolean;
}

/** A labelled choice of one among several. */
export function dropdown({ label, value, options, onChange, labelled = true }: Dropdown): TemplateResult {
  const change = (event: Event): void => {
    const chosen = (event.target as HTMLSelectElement).value;
    if (chosen !== value) onChange(chosen);
  };
  return html`<label class="field">
    <span class=${labelled ? 'caption' : 'sr-only'}>${label}</span>
    <vscode-dropdown aria-label=${label} .value=${live(value)} @change=${change}>
      ${repeat(
        options,
        (option) => option.value,
        (option) =>
          html`<vscode-option value=${option.value} ?selected=${option.value === value}
            >${option.label}</vscode-option
          >`,
      )}
    </vscode-dropdown>
  </label>`;
}
