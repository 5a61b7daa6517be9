import * as vscode from 'vscode';
import { profileJoins } from '../../analysis/profilePage';
import type { ProfileHostMessage, ProfileJoins, ProfilePage } from '../../analysis/profileProtocol';
import { CancelledError } from '../../analysis/worker/workerHandle';
import { Disposables } from '../disposables';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { watchFile } from '../watchFile';
import { pathOf } from '../workspaceFiles';
import { say } from '../../words/say';
import { words } from '../../words/words';
import { saidOf } from '../../kernel/result';

/** A file that is being written changes many times in a row; it is read when it rests this long. */
const REST_MS = 300;

/**
 * A profile file that is open: read once for all of its editors, and again when it changes on disk.
 * Only the last reading counts; an older one is cancelled.
 */
export class ProfileDocument extends Disposables implements vscode.CustomDocument {
  private readonly said = this.register(new vscode.EventEmitter<ProfileHostMessage>());
  private _page: ProfilePage | null = null;
  private _wasProfile = false;
  private joins: ProfileJoins;
  private last: ProfileHostMessage = { type: 'reading', fraction: null };
  private reading: AbortController | null = null;
  private timer: NodeJS.Timeout | undefined;

  /** What editors have to be told, as it happens. */
  readonly onDidSay = this.said.event;

  constructor(
    readonly uri: vscode.Uri,
    private readonly analysis: WorkspaceAnalysis,
  ) {
    super();
    this.joins = profileJoins(pathOf(uri), analysis.results());
    this.register(analysis.onDidChangeResults(() => this.joinAnew()));
    this.register(
      watchFile(uri, {
        changed: () => this._changed(),
        deleted: () => this._say({ type: 'failed', reason: say('editor.fileDeleted') }),
      }),
    );
    this.register({
      dispose: () => {
        clearTimeout(this.timer);
        this.cancel();
      },
    });
    void this.read();
  }

  /** The content as last read; null before that. */
  get page(): ProfilePage | null {
    return this._page;
  }

  /**
   * Whether the file has been a profile since it was opened. A name only hints at one: other files that bear it belong
   * to the text editor. Once a profile was shown, a bad content is for its page to explain.
   */
  get wasProfile(): boolean {
    return this._wasProfile;
  }

  /** Everything that an editor which just opened has to be told. */
  messages(): readonly ProfileHostMessage[] {
    const page: ProfileHostMessage[] = this._page ? [{ type: 'page', page: this._page }] : [];
    const last = this.last.type === 'page' ? [] : [this.last];
    return [{ type: 'joins', joins: this.joins }, ...page, ...last];
  }

  /** Reads the file (again). */
  async read(): Promise<void> {
    this.reading?.abort();
    const reading = (this.reading = new AbortController());
    const tell = (message: ProfileHostMessage): void => {
      if (this.reading === reading) this._say(message);
    };
    tell({ type: 'reading', fraction: null });
    try {
      const progress = ({ fraction }: { fraction: number | null }): void =>
        tell({ type: 'reading', fraction });
      const page = await this.analysis.readProfile(this.uri, progress, reading.signal);
      if (this.reading === reading) {
        this._page = page;
        this._wasProfile ||= page.format !== 'unknown';
      }
      tell({ type: 'page', page });
    } catch (error) {
      const cancelled = error instanceof CancelledError;
      const reason = cancelled ? say('editor.readingCancelled') : words(saidOf(error));
      tell({ type: 'failed', reason });
    }
  }

  cancel(): void {
    this.reading?.abort();
  }

  private _changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), REST_MS);
  }

  private joinAnew(): void {
    const joins = profileJoins(pathOf(this.uri), this.analysis.results());
    if (JSON.stringify(joins) === JSON.stringify(this.joins)) return;
    this.joins = joins;
    this.said.fire({ type: 'joins', joins });
  }

  private _say(message: ProfileHostMessage): void {
    this.last = message;
    this.said.fire(message);
  }
}
