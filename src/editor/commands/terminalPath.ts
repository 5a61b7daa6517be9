import { delimiter } from 'node:path';
import * as vscode from 'vscode';
import { writeWhole } from '../../files/writeFile';
import { say } from '../../words/say';
import { terminalScripts } from './terminalScripts';

const KEY = 'corun.onTerminalPath';

/** Puts the command line on the path of the editor's terminals, where the user has asked for that. */
export class TerminalPath {
  constructor(private readonly context: vscode.ExtensionContext) {
    const { environmentVariableCollection: environment } = context;
    environment.description = say('editor.terminalWhy');
    if (context.globalState.get<boolean>(KEY) === true) void this.put();
  }

  /** From now on, in every new terminal. */
  async add(): Promise<void> {
    await this.put();
    await this.context.globalState.update(KEY, true);
    void vscode.window.showInformationMessage(say('editor.terminalReady'));
  }

  /** Small scripts that start the command line by the editor's own Node; made anew, since updates move both. */
  private async put(): Promise<void> {
    const folder = vscode.Uri.joinPath(this.context.globalStorageUri, 'bin');
    const cli = vscode.Uri.joinPath(this.context.extensionUri, 'dist', 'cli.js').fsPath;
    for (const [name, text] of Object.entries(terminalScripts(process.execPath, cli)))
      await writeWhole(vscode.Uri.joinPath(folder, name).fsPath, text, EXECUTABLE);
    this.context.environmentVariableCollection.prepend('PATH', folder.fsPath + delimiter);
  }
}

const EXECUTABLE = 0o755;
