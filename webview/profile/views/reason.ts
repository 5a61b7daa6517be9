import { html, nothing, type TemplateResult } from 'lit/html.js';
import { iconButton } from '../../parts/icon';
import { commandsIn } from '../model/describe';
import type { ProfileContext } from '../state';
import { say } from '../../../src/words';

/** Why a file was not read (as a whole), with the commands it names ready to be copied. */
export function reasonLines(reason: string, { post }: ProfileContext): TemplateResult {
  const commands = commandsIn(reason);
  return html`${withoutCommands(reason, commands)}
  ${
    commands.length === 0
      ? nothing
      : html`<ul class="commands">
          ${commands.map(
            (command) =>
              html`<li>
                <code>${command}</code>
                ${iconButton('copy', say('webview.profile.copyTheCommand'), () =>
                  post({ type: 'copy', text: command, what: say('webview.profile.command') }),
                )}
              </li>`,
          )}
        </ul>`
  }`;
}

/** The reason as a sentence, with an ellipsis where a command stands that is shown below. */
function withoutCommands(reason: string, commands: readonly string[]): string {
  const text = commands.reduce((rest, command) => rest.replace(command, () => '…'), reason);
  return (text.charAt(0).toUpperCase() + text.slice(1)).replace(/ …$/, '');
}
