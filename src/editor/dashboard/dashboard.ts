import * as vscode from 'vscode';
import { dashboardMessage } from '../messages';
import { orTell } from '../orTell';
import {
  DASHBOARD_VIEWS,
  type DashboardFocus,
  type DashboardMessage,
  type HostMessage,
} from '../../analysis/protocol';
import { packResults } from '../../analysis/results/packedResults';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { gpusNewestFirst } from '../../gpu/catalogue';
import type { Colocating } from '../colocate/colocating';
import type { Comparing } from '../compare/comparing';
import { Disposables } from '../disposables';
import { SHARING_MODES } from '../../kernel/prediction';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import type { ViewedRuns } from '../fileRuns/viewedRuns';
import type { WhatIfs } from '../whatIf/whatIfs';
import type { Sharing } from '../share/sharing';
import type { YieldSearching } from '../share/yieldSearching';
import { pathOf } from '../workspaceFiles';
import { webviewOptions, webviewPage } from './html';
import { say } from '../../words/say';

const VIEW_TYPE = 'corun.dashboard';

/** Handles what the dashboard asks for. */
export type DashboardHandler = (message: DashboardMessage) => unknown;

/** Questions whose answers the dashboard shows as they come. */
export interface DashboardServices {
  readonly sharing: Sharing;
  readonly yielding: YieldSearching;
  readonly comparing: Comparing;
  readonly colocating: Colocating;
  readonly files: ViewedRuns;
  readonly whatIfs: WhatIfs;
}

/** The one dashboard panel; survives a restart through its serializer. */
export class Dashboard extends Disposables implements vscode.WebviewPanelSerializer {
  private panel: vscode.WebviewPanel | null = null;
  private ready = false;
  private focus: DashboardFocus | null = null;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly analysis: WorkspaceAnalysis,
    private readonly services: DashboardServices,
    private readonly handle: DashboardHandler,
  ) {
    super();
    this.register(vscode.window.registerWebviewPanelSerializer(VIEW_TYPE, this));
    this.register(analysis.onDidChangeResults((results) => this.sendResults(results)));
    this.register(analysis.onDidChangeActivity((activity) => this.post({ type: 'activity', activity })));
    const { sharing, yielding, comparing, colocating, files, whatIfs } = services;
    this.register(sharing.onDidChange((share) => this.post({ type: 'share', share })));
    this.register(yielding.onDidChange((yields) => this.post({ type: 'yields', yields })));
    this.register(comparing.onDidChange((compare) => this.post({ type: 'compare', compare })));
    this.register(colocating.onDidChange((colocate) => this.post({ type: 'colocate', colocate })));
    this.register(files.scenario.onDidChange((scenario) => this.post({ type: 'scenario', scenario })));
    this.register(files.queue.onDidChange((queue) => this.post({ type: 'queue', queue })));
    this.register(whatIfs.onDidChange((whatIf) => this.post({ type: 'whatIf', whatIf })));
    this.register(vscode.window.onDidChangeActiveTextEditor(() => this.sendEditor()));
    this.register({ dispose: () => this.panel?.dispose() });
  }

  /** Opens the dashboard, or brings it to the front, at a view and kernel. */
  show(view?: unknown, kernelId?: unknown): void {
    const wanted = DASHBOARD_VIEWS.find((name) => name === view);
    this.open(wanted && { view: wanted, kernelId: typeof kernelId === 'string' ? kernelId : null });
  }

  /** Opens the dashboard, or brings it to the front; without a focus where the user left it. */
  open(focus?: DashboardFocus): void {
    if (focus) this.focus = focus;
    if (this.panel) this.panel.reveal(undefined, false);
    else this.adopt(this.create());
    if (this.ready) this.sendFocus();
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.adopt(panel);
    return Promise.resolve();
  }

  private create(): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(
      VIEW_TYPE,
      say('editor.dashboard'),
      vscode.ViewColumn.Beside,
      webviewOptions(this.extension),
    );
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.panel?.dispose();
    this.panel = panel;
    this.ready = false;
    const icon = (name: string): vscode.Uri => vscode.Uri.joinPath(this.extension, 'media', name);
    panel.iconPath = { light: icon('corun-light.svg'), dark: icon('corun-dark.svg') };
    panel.webview.options = webviewOptions(this.extension);
    panel.webview.onDidReceiveMessage((sent: unknown) => orTell(() => this.receive(dashboardMessage(sent))));
    panel.onDidChangeViewState(() => {
      // A hidden panel loses its page: it asks again for everything when it is shown.
      if (this.panel === panel && !panel.visible) this.ready = false;
    });
    panel.onDidDispose(() => {
      if (this.panel === panel) this.panel = null;
    });
    panel.webview.html = webviewPage(panel.webview, this.extension, say('editor.dashboard'), 'main');
  }

  private async receive(message: DashboardMessage): Promise<void> {
    if (message.type === 'ready') return this.welcome();
    try {
      await this.handle(message);
    } catch (error) {
      // The page draws what holds instead of a choice that was not taken.
      this.post({ type: 'activity', activity: this.analysis.activity() });
      throw error;
    }
  }

  private welcome(): void {
    this.ready = true;
    this.post({
      type: 'choices',
      gpus: gpusNewestFirst().map(({ id, name }) => ({ id, name })),
      modes: SHARING_MODES,
    });
    this.post({ type: 'activity', activity: this.analysis.activity() });
    const { sharing, yielding, comparing, colocating, files, whatIfs } = this.services;
    this.post({ type: 'share', share: sharing.state() });
    this.post({ type: 'yields', yields: yielding.state() });
    this.post({ type: 'compare', compare: comparing.state() });
    this.post({ type: 'colocate', colocate: colocating.state() });
    this.post({ type: 'scenario', scenario: files.scenario.state() });
    this.post({ type: 'queue', queue: files.queue.state() });
    this.post({ type: 'whatIf', whatIf: whatIfs.state() });
    const results = this.analysis.results();
    if (results) this.sendResults(results);
    this.sendEditor();
    this.sendFocus();
  }

  /** What is edited beside the dashboard: while that has the focus, the editor that is visible. */
  private sendEditor(): void {
    const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
    if (editor) this.post({ type: 'editor', path: pathOf(editor.document.uri) });
  }

  private sendResults(results: WorkspaceResults): void {
    if (this.ready) this.post({ type: 'results', results: packResults(results) });
  }

  private sendFocus(): void {
    if (!this.focus) return;
    this.post({ type: 'focus', ...this.focus });
    this.focus = null;
  }

  private post(message: HostMessage): void {
    if (this.ready) void this.panel?.webview.postMessage(message);
  }
}
