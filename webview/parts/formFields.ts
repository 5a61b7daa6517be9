import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';

/** One of several to choose. */
interface ChoiceField {
  readonly name: string;
  /** Behind the name, small. */
  readonly note: string;
  readonly title: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onToggle: () => void;
}

export function choiceField({
  name,
  note,
  title,
  chosen,
  disabled = false,
  onToggle,
}: ChoiceField): TemplateResult {
  return html`<label title=${title}>
    <input type="checkbox" ?disabled=${disabled} .checked=${live(chosen)} @change=${onToggle} />
    <span>${name}</span> <small>${note}</small>
  </label>`;
}

/** A number to slide, and what it means. */
interface SliderField {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number; readonly step: number };
  readonly onInput: (value: number) => void;
}

export function sliderField({ label, text, value, range, onInput }: SliderField): TemplateResult {
  return html`<label class="slider">
    <span>${label}</span>
    <input
      type="range"
      min=${range.min}
      max=${range.max}
      step=${range.step}
      .value=${live(String(value))}
      aria-valuetext=${text}
      @input=${(event: Event) => onInput(Number((event.target as HTMLInputElement).value))}
    />
    <output>${text}</output>
  </label>`;
}

/** The end of a form: its question, or what ends the one that is under way. */
interface AskField {
  readonly busy: boolean;
  /** What the form lacks for a question; null where it is whole. */
  readonly lack: string | null;
  readonly ask: { readonly label: string; readonly run: () => void };
  readonly cancel: { readonly label: string; readonly run: () => void };
}

export function askField({ busy, lack, ask, cancel }: AskField): TemplateResult {
  const start = (): void => {
    ask.run();
    showAnswer();
  };
  return html`${
      busy
        ? html`<vscode-button appearance="secondary" @click=${cancel.run}>${cancel.label}</vscode-button>`
        : html`<vscode-button ?disabled=${lack !== null} @click=${start}>${ask.label}</vscode-button>`
    }
    <p class="caption" role="status">${lack ?? nothing}</p>`;
}

/** Where form and answer stand above each other, the answer would begin below what is seen. */
function showAnswer(): void {
  const answer = document.querySelector('.share-answer');
  if (answer && answer.getBoundingClientRect().top > window.innerHeight / 2)
    answer.scrollIntoView({ block: 'start' });
}
