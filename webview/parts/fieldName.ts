import { ref } from 'lit/directives/ref.js';

/**
 * The accessible name of a text field, as an attribute of its tag: `<vscode-text-field ${fieldName(text)}>`. The
 * toolkit's field names itself "Text field" whenever it enters the page, after its attributes were set.
 */
export const fieldName = (text: string): ReturnType<typeof ref> =>
  ref((field) => {
    if (field !== undefined) queueMicrotask(() => field.setAttribute('aria-label', text));
  });
