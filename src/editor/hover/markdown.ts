import * as vscode from 'vscode';

/** Commands that a hover may link to; everything else in it is plain text. */
const LINKED_COMMANDS = [
  'corun.openDashboard',
  'corun.setAssumption',
  'corun.suggestBlockSize',
  'corun.predictCoRun',
  'corun.allocateSms',
  'corun.askCompiler',
];

/** Builds hover text in which names and file content can never become markup or a command. */
export class SafeMarkdown {
  private readonly _text = new vscode.MarkdownString('', true);

  constructor() {
    this._text.isTrusted = { enabledCommands: LINKED_COMMANDS };
  }

  /** Our own markup; never pass text from a file. */
  markup(text: string): this {
    this._text.appendMarkdown(text);
    return this;
  }

  /** Text of any source. */
  text(text: string): this {
    this._text.appendMarkdown(escape(text));
    return this;
  }

  /** A two-column table; both columns may hold text of any source. */
  table(rows: readonly (readonly [string, string])[]): this {
    this.markup('\n\n| | |\n|:--|:--|\n');
    for (const [label, value] of rows) this.markup(`| ${escape(label)} | ${escape(value)} |\n`);
    return this.markup('\n');
  }

  link(label: string, command: string, args: readonly unknown[]): this {
    return this.markup(`[${label}](command:${command}?${encodeURIComponent(JSON.stringify(args))})`);
  }

  build(): vscode.MarkdownString {
    return this._text;
  }
}

function escape(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+\-.!~|<>&$:]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/\s+/g, ' ');
}
