import { html, type TemplateResult } from 'lit/html.js';

/** Behind what a name may go on in the next line: `::`, `_`, `<`, `,`, `.`, `/`, and between `aB`. */
const BREAKS = /(?<=::|[_<,./])(?=[^\s_:<,./])|(?<=[a-z\d])(?=[A-Z])/;

/** A name of code that breaks between its words where a line is too short for it. */
export function breakable(name: string): TemplateResult {
  const [first, ...others] = name.split(BREAKS);
  return html`${first}${others.map((part) => html`<wbr />${part}`)}`;
}
