import * as vscode from 'vscode';
import type { TreeNode } from './treeNode';
import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';

const URI_LIST = 'text/uri-list';

/** Files dropped on the results tree, from the explorer or from the desktop, become profiles of the analysis. */
export class ProfileDrop implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dropMimeTypes = [URI_LIST, 'files'];
  readonly dragMimeTypes = [];

  /** @param kept where files are stored that exist only in the drop (a browser hides their path). */
  constructor(
    private readonly kept: vscode.Uri | undefined,
    private readonly take: (uris: readonly vscode.Uri[]) => Promise<void>,
  ) {}

  async handleDrop(_: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const listed = parseUriList((await data.get(URI_LIST)?.asString()) ?? '');
    await this.take(listed.length > 0 ? listed : await this.files(data));
  }

  private async files(data: vscode.DataTransfer): Promise<vscode.Uri[]> {
    const uris: vscode.Uri[] = [];
    for (const [, item] of data) {
      const file = item.asFile();
      if (file) uris.push(file.uri ?? (await this.keep(file)));
    }
    return uris;
  }

  private async keep(file: vscode.DataTransferFile): Promise<vscode.Uri> {
    if (!this.kept) throw new InputError(message('editor.needsFolder', { file: file.name }));
    const uri = vscode.Uri.joinPath(this.kept, 'dropped', file.name.replace(/[\\/]/g, '_'));
    await vscode.workspace.fs.writeFile(uri, await file.data());
    return uri;
  }
}

/** The URIs of a list as drops carry it: one a line; other lines are comments. */
function parseUriList(text: string): vscode.Uri[] {
  return text
    .split(/\r?\n/)
    .filter((line) => /^[a-z][a-z0-9+.-]*:/i.test(line))
    .map((line) => vscode.Uri.parse(line, true));
}
