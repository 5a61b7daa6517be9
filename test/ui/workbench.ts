import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { newPage } from './browser';
import { EditorPane } from './editorPane';
import { openWorkbenches } from './hooks';
import { PATIENCE_MS } from '../support/patience';
import { copyWorkspace, currentSession, originOf, workbenchUrl, type Session } from './session';

/** Colour themes to look at, with the label that the theme picker shows and the class that it sets. */
const THEMES = {
  light: { label: 'Light Modern', className: 'vs' },
  dark: { label: 'Dark Modern', className: 'vs-dark' },
  'high-contrast': { label: 'Dark High Contrast', className: 'hc-black' },
  'high-contrast-light': { label: 'Light High Contrast', className: 'hc-light' },
} as const;
export type Theme = keyof typeof THEMES;
/** Those that this run looks at. */
export const DRAWN_THEMES = (Object.keys(THEMES) as Theme[]).filter(isDrawn);
/** Themes of views whose pictures are all that a theme changes: without pictures, the one that is there. */
export const PICTURED_THEMES: readonly Theme[] = currentSession().pictures ? DRAWN_THEMES : ['light'];

function isDrawn(theme: Theme): boolean {
  return currentSession().themes?.includes(theme) ?? true;
}

/** Files that the offline VS Code asks for and never gets: a licence check and the extension gallery. */
const HOST_NOISE = /\/vsda\/|open-vsx\.org/;
/** What VS Code says of time limits of its own, on machines that are busy with other work. */
const HOST_LIMITS =
  /Aborted onWillSaveTextDocument-event after \d+ms|Timed out getting tasks from|Request timed out \(\d+ms\)/;
/** Until a key that opens nothing is pressed again. */
const KEY_MS = 2_000;
/** Rows of a filtered quick pick that are tried. */
const PICK_STEPS = 20;
/** Until a file that was picked and does not open is picked again. */
const QUICK_OPEN_MS = 5_000;
/** Less than a page of the tree. */
const SCROLL_STEP = 300;
/** Pictures that are taken of a page which goes on moving. */
const SETTLING_LOOKS = 10;
const SIZE = { width: 1440, height: 900 };

/**
 * The workbench as a user has it: keyboard, mouse and what is drawn. Nothing here reaches into the
 * extension. Every wait ends with an error that says what was awaited and what was there instead.
 */
export class Workbench {
  /** The text editor that has the focus. */
  readonly editor: EditorPane;
  /** Errors that the page or a webview wrote to its console, each with where it comes from. */
  readonly consoleErrors: string[] = [];
  private theme: Theme = 'light';

  private constructor(
    readonly page: Page,
    private readonly session: Session,
    /** Absolute path of this scenario's copy of the workspace. */
    readonly folder: string,
  ) {
    this.editor = new EditorPane(page);
    page.on('console', (message) => {
      const { url } = message.location();
      const text = message.text();
      if (message.type() !== 'error' || HOST_NOISE.test(url + text) || HOST_LIMITS.test(text)) return;
      this.consoleErrors.push(`${text} (${url})`);
    });
  }

  /**
   * Opens VS Code with these settings on a fresh workspace of these files, and of these of the samples: all of them
   * where no file is given.
   */
  static async open(
    settings: Readonly<Record<string, unknown>> = {},
    files: Readonly<Record<string, string>> = {},
    samples: readonly string[] = Object.keys(files).length === 0 ? ['.'] : [],
  ): Promise<Workbench> {
    const session = currentSession();
    // What an earlier scenario chose for the user is not what this one starts with.
    const folder = copyWorkspace(
      session,
      { 'workbench.colorTheme': 'Default Light Modern', ...settings },
      files,
      samples,
    );
    const page = await newPage(session.chromium, originOf(session), session.cookie);
    await page.setViewportSize(SIZE);
    const workbench = new Workbench(page, session, folder);
    openWorkbenches.add(workbench);
    await page.goto(workbenchUrl(session, folder));
    await page.locator('.monaco-workbench .part.statusbar').waitFor();
    return workbench;
  }

  async close(): Promise<void> {
    openWorkbenches.delete(this);
    // A page that leaves says so, and its extension host ends; one that is gone may come back for hours.
    await this.page.goto('about:blank');
    await this.page.close();
  }

  /** Closes what is open in the editor area, unsaved texts too, for a scenario that goes on in a window of others. */
  async closeEditors(): Promise<void> {
    await this.setTheme('light');
    await this.runCommand('View: Close All Editors');
    const tabs = this.page.locator('.editor-group-container .tab');
    const unsaved = this.page.locator('.monaco-dialog-box').getByText("Don't Save", { exact: true });
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && (await tabs.count()) > 0;) {
      if (await unsaved.isVisible()) await unsaved.click();
      await tabs
        .first()
        .waitFor({ state: 'detached', timeout: KEY_MS })
        .catch(() => undefined);
    }
    await tabs.first().waitFor({ state: 'detached' });
  }

  /** Opens a text file of the workspace by the quick-open box, in the first editor group. */
  async openFile(name: string): Promise<void> {
    await this.quickOpen(name);
    await this.editor.focus();
  }

  /** Opens a file of the workspace by the quick-open box in the first editor group, in whatever editor it has. */
  async quickOpen(name: string): Promise<void> {
    await this.focusFirstGroup();
    const tab = this.activeTab(path.basename(name));
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !(await tab.isVisible());) {
      await this.askFor('Control+P');
      // One that was open before comes first, also where the name of this one only begins its own.
      const whole = new RegExp(`^${path.basename(name).replaceAll(/\W/g, '\\$&')}$`);
      await this.accept(name, { has: this.page.locator('.label-name', { hasText: whole }) });
      // The list still moves while files are found: a click may hit what just came in between.
      await tab.waitFor({ timeout: QUICK_OPEN_MS }).catch(() => undefined);
    }
    await tab.waitFor();
  }

  /** Makes the first editor group the active one: a web view that is still loading swallows the key, too. */
  private async focusFirstGroup(): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      await this.page.keyboard.press('Control+1');
      const isActive = this.page.waitForFunction(firstGroupIsActive, undefined, { timeout: KEY_MS });
      if (await isActive.catch(() => false)) return;
    }
    throw new Error('the first editor group never became the active one');
  }

  /** The tab in front of the active group, if it shows the file of this name. */
  activeTab(name: string): Locator {
    const group = this.page.locator('.editor-group-container.active');
    return group.locator(`.tab.active[data-resource-name="${name}"]`);
  }

  /** Runs a command by its palette title, for example `Corun: Analyze Workspace`. */
  async runCommand(title: string): Promise<void> {
    await this.askFor('F1');
    await this.pick(title, `>${title}`);
  }

  /** Titles of the commands that the palette offers and that begin with a text, sorted; the palette stays open. */
  async offeredCommands(prefix: string): Promise<string[]> {
    await this.askFor('F1');
    await this.page.locator('.quick-input-widget:visible input[type=text]').fill(`>${prefix}`);
    const names = this.page.locator('.quick-input-widget:visible .quick-input-list .label-name');
    await names.filter({ hasText: prefix }).first().waitFor();
    await this.page.evaluate(twoFrames);
    return (await names.allInnerTexts()).filter((name) => name.startsWith(prefix)).sort();
  }

  /** Runs a command that asks by a list; one that closed at once, as the focus was on its way elsewhere, is asked for again. */
  async runCommandThatAsks(title: string): Promise<Locator> {
    const rows = this.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
      await this.runCommand(title);
      await rows
        .first()
        .waitFor({ timeout: QUICK_OPEN_MS })
        .catch(() => undefined);
      if (await rows.first().isVisible()) return rows;
      await this.page.keyboard.press('Escape');
    }
    throw new Error(`${title} never showed its list`);
  }

  /** Presses the key that opens the quick-input box; a web view that is still loading swallows keys. */
  private async askFor(key: string): Promise<void> {
    const box = this.page.locator('.quick-input-widget:visible');
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !(await box.isVisible());) {
      await this.page.keyboard.press(key);
      await box.waitFor({ timeout: KEY_MS }).catch(() => undefined);
    }
    await box.waitFor();
  }

  /**
   * Types into the open quick-input box and accepts the first row that contains `label`, by the keyboard:
   * the list may still grow, and a click would hit what just came in between. Returns when the box is
   * closed or asks for something else.
   */
  pick(label: string, text = label): Promise<void> {
    return this.accept(text, { hasText: label });
  }

  /** Types into the open quick-input box and accepts the first row that is meant. */
  private async accept(text: string, meant: Parameters<Locator['filter']>[0]): Promise<void> {
    const box = this.page.locator('.quick-input-widget:visible');
    const rows = box.locator('.quick-input-list .monaco-list-row');
    const row = rows.filter(meant).first();
    // A key that was pressed again while the box came late empties it once more.
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline && !(await row.isVisible());) {
      await box.locator('input[type=text]').fill(text);
      await row.waitFor({ timeout: KEY_MS }).catch(() => undefined);
    }
    await row.waitFor();
    const wanted = box.locator('.quick-input-list .monaco-list-row.focused').filter(meant);
    for (let step = 0; step < PICK_STEPS && !(await wanted.isVisible()); step++)
      await this.page.keyboard.press('ArrowDown');
    await wanted.waitFor();
    await this.page.keyboard.press('Enter');
    const answered = (typed: string) => {
      const input = document.querySelector<HTMLInputElement>('.quick-input-widget input[type=text]');
      return !input || input.offsetParent === null || input.value !== typed;
    };
    await this.page.waitForFunction(answered, text);
  }

  /** Labels of the rows that the open quick pick shows. */
  async pickRows(): Promise<string[]> {
    const rows = this.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    return rows.locator('.label-name').allInnerTexts();
  }

  /** Applies what the refactor preview shows, when it shows a change of this text. */
  async confirmRefactoring(change: RegExp): Promise<void> {
    const panel = this.page.locator('.bulk-edit-panel[data-state=data]');
    await panel
      .locator('.monaco-list-row')
      .filter({ hasText: change })
      .locator('input[type=checkbox]')
      .check();
    await this.screenshot('refactor-preview');
    await panel.getByText('Apply', { exact: true }).click();
    await panel.waitFor({ state: 'detached' });
  }

  /** Switches the colour theme by the theme picker; later screenshots go to its folder. */
  async setTheme(theme: Theme): Promise<void> {
    if (theme === this.theme) return;
    const { label, className } = THEMES[theme];
    await this.runCommandThatAsks('Preferences: Color Theme');
    await this.pick(label);
    await this.page.locator(`.monaco-workbench.${className}`).waitFor();
    this.theme = theme;
  }

  /** Shows a view container by the name of its activity-bar icon. */
  async showContainer(name: string): Promise<void> {
    const icon = this.page.locator(`.activitybar .action-item a[aria-label^="${name}"]`);
    if ((await icon.locator('..').getAttribute('class'))?.includes('checked') !== true) await icon.click();
    await this.page
      .locator('.sidebar .composite.title')
      .filter({ hasText: new RegExp(name, 'i') })
      .waitFor();
  }

  /** Scrolls the tree in the side bar until a row contains `text` (a long tree draws only a part). */
  async revealTreeRow(text: string | RegExp): Promise<Locator> {
    const row = this.treeRow(text);
    const tree = this.page.locator('.sidebar .monaco-list:visible');
    await tree.first().hover();
    await this.page.mouse.wheel(0, -100_000);
    for (let step = 0; step < 50 && !(await isReachable(row)); step++) {
      await this.page.mouse.wheel(0, SCROLL_STEP);
      // The tree draws its rows in the frame after it was scrolled.
      await this.page.evaluate(twoFrames);
    }
    await row.waitFor();
    return row;
  }

  /** Shows what is below a row of the tree in the side bar. */
  async expandTreeRow(text: string | RegExp): Promise<void> {
    const row = await this.revealTreeRow(text);
    if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
  }

  /** A row of the tree in the side bar that is drawn now, by text it contains. */
  treeRow(text: string | RegExp): Locator {
    return this.page.locator('.sidebar .monaco-list-row').filter({ hasText: text }).first();
  }

  /** Texts of all rows that the side bar draws now. */
  treeRows(): Promise<string[]> {
    return this.page.locator('.sidebar .monaco-list-row').allInnerTexts();
  }

  /** The document inside the webview with the given panel title. */
  async webview(title: string): Promise<FrameLocator> {
    await this.page.locator(`.tab[aria-label^="${title}"]`).waitFor();
    return this.page.frameLocator('iframe.webview.ready').last().frameLocator('iframe#active-frame');
  }

  /** Waits until a notification contains `text`; returns its whole text. */
  async notification(text: string | RegExp): Promise<string> {
    const toast = this.page.locator('.notification-list-item').filter({ hasText: text }).first();
    await toast.waitFor();
    return toast.innerText();
  }

  /** Text of the status-bar items. */
  statusItems(): Promise<string[]> {
    return this.page.locator('.statusbar .statusbar-item').allInnerTexts();
  }

  private picture(): Promise<Buffer> {
    return this.page.screenshot({ animations: 'disabled' });
  }

  /** Saves what is on the screen, once it rests, as `<theme>/<name>.png` in the screenshot folder, if pictures are kept. */
  async screenshot(name: string): Promise<void> {
    await this.page.evaluate(twoFrames);
    if (this.session.pictures) await this.save(name, this.theme);
  }

  /** Saves what is on the screen of a test that failed; returns the path. */
  pictureOfFailure(name: string): Promise<string> {
    return this.save(name, 'failures');
  }

  private async save(name: string, folder: string): Promise<string> {
    const file = path.join(this.session.screenshots, folder, `${name}.png`);
    mkdirSync(path.dirname(file), { recursive: true });
    let before = await this.picture();
    for (let look = 0; look < SETTLING_LOOKS; look++) {
      const now = await this.picture();
      if (now.equals(before)) break;
      before = now;
    }
    writeFileSync(file, before);
    return file;
  }
}

/** Whether the mouse could touch the middle of an element: it is drawn, at rest, and nothing lies over it. */
async function isReachable(element: Locator): Promise<boolean> {
  if (!(await element.isVisible())) return false;
  return element.evaluate(async (row) => {
    const before = row.getBoundingClientRect();
    for (let frame = 0; frame < 15; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const box = row.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return before.y === box.y && row.contains(top);
  });
}

/** Runs in the page: whether the editor group that is leftmost is the active one. */
function firstGroupIsActive(): boolean {
  const groups = [...document.querySelectorAll('.editor-group-container')];
  const leftOf = (group: Element): number => group.getBoundingClientRect().left;
  const [first] = groups.sort((a, b) => leftOf(a) - leftOf(b));
  return first?.classList.contains('active') === true;
}

/** Runs in the page: resolves when it was drawn anew. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
