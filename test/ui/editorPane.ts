import type { Locator, Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/patience';

const POLL_MS = 100;

/** Point on the page, pixels. */
interface Point {
  x: number;
  y: number;
}

/** Long enough for a menu to open on an idle machine; then it is asked for again. */
const MENU_MS = 5000;

/** The active text editor, by what it draws. Lines are 1-based. */
export class EditorPane {
  constructor(private readonly page: Page) {}

  private get pane(): Locator {
    return this.page.locator('.editor-group-container.active .editor-instance');
  }

  async focus(): Promise<void> {
    await this.page.keyboard.press('Control+1');
    await this.pane.locator('.monaco-editor.focused').waitFor();
  }

  /** Puts the cursor on a line (and column) and scrolls it to the middle; keys go to the text again. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    const box = this.page.locator('.quick-input-widget:visible input[type=text]');
    await box.fill(`:${line},${column}`);
    await this.page.keyboard.press('Enter');
    await box.waitFor({ state: 'hidden' });
    await this.pane.locator('.monaco-editor.focused').waitFor();
    const there = `Ln ${line}, Col ${column}`;
    await this.page.locator('.statusbar-item').filter({ hasText: there }).waitFor();
  }

  /** Deletes the line of the cursor by its key. */
  async deleteLine(): Promise<void> {
    await this.page.keyboard.press('Control+Shift+K');
  }

  /** Types text at the cursor, key by key, as a user would. */
  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** The text of the lines that are drawn. */
  async visibleText(): Promise<string> {
    const lines = await this.pane.locator('.view-line').evaluateAll((elements) =>
      elements
        .map((element) => ({
          top: element.getBoundingClientRect().top,
          text: (element.textContent ?? '').replace(/\u00a0/g, ' '),
        }))
        .sort((a, b) => a.top - b.top)
        .map((line) => line.text),
    );
    return lines.join('\n');
  }

  /** Texts of the code lenses that are drawn, from top to bottom. */
  async codeLenses(): Promise<string[]> {
    const rows = await this.pane.locator('.codelens-decoration').allInnerTexts();
    return rows.map((row) => row.replace(/\s+/g, ' ').trim());
  }

  /** Waits until the drawn lines hold no such text. */
  async waitForNoText(text: string): Promise<void> {
    await until(`no "${text}" in the editor`, async () => {
      const drawn = await this.visibleText();
      return { found: drawn.includes(text) ? undefined : drawn, instead: drawn };
    });
  }

  /** Waits until a drawn code lens matches; returns the whole row of lenses. */
  waitForCodeLens(pattern: RegExp): Promise<string> {
    return until(`a code lens like ${pattern}`, async () => {
      const rows = await this.codeLenses();
      return { found: rows.find((row) => pattern.test(row)), instead: rows.join(' ¶ ') || 'no lens' };
    });
  }

  /** Waits until so many drawn code lenses match. */
  async waitForCodeLenses(pattern: RegExp, count: number): Promise<void> {
    await until(`${count} code lenses like ${pattern}`, async () => {
      const rows = await this.codeLenses();
      const matching = rows.filter((row) => pattern.test(row));
      return { found: matching.length >= count ? rows : undefined, instead: rows.join(' ¶ ') || 'no lens' };
    });
  }

  /** Clicks the code lens whose text matches. */
  async clickCodeLens(pattern: RegExp): Promise<void> {
    await this.waitForCodeLens(pattern);
    await this.pane.locator('.codelens-decoration a').filter({ hasText: pattern }).first().click();
  }

  /** Rests the mouse on a drawn word; returns the text of the hover that appears. */
  async hover(word: string, occurrence = 0): Promise<string> {
    const hover = this.page.locator('.monaco-resizable-hover:visible .monaco-hover-content').first();
    return until(`a hover over ${word}`, async () => {
      // Lenses that come in move the word: it is looked for again each time.
      const point = await this.locate(word, occurrence);
      await this.page.mouse.move(point.x - 3, point.y + 200);
      await this.page.mouse.move(point.x - 3, point.y);
      await this.page.mouse.move(point.x, point.y);
      return { found: await this.settled(hover), instead: 'no hover' };
    });
  }

  /** Text of a hover that says this: while a file is analysed again it may tell of what stood there before. */
  async waitForHover(word: string, pattern: RegExp): Promise<string> {
    return until(`a hover over ${word} that says ${String(pattern)}`, async () => {
      const text = await this.hover(word);
      return { found: pattern.test(text) ? text : undefined, instead: text };
    });
  }

  /** Text of a hover that has all its answers; nothing while it is not there, or where it closes meanwhile. */
  private async settled(hover: Locator): Promise<string | undefined> {
    try {
      await hover.waitFor({ timeout: MENU_MS });
      const text = await hover.innerText({ timeout: MENU_MS });
      return text.includes('Loading') ? undefined : text;
    } catch {
      return undefined;
    }
  }

  /** Messages of the squiggles in the open file, from the Problems view's rows. */
  async problems(): Promise<string[]> {
    await this.page.keyboard.press('Control+Shift+M');
    const rows = this.page.locator('.markers-panel .monaco-list-row');
    await rows.first().waitFor();
    return rows.allInnerTexts();
  }

  /** Titles that the quick-fix menu offers at the cursor; the menu stays open. */
  async quickFixes(): Promise<string[]> {
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    return until('quick fixes at the cursor', async () => {
      await this.page.keyboard.press('Control+.');
      // A provider that answers just then may have had nothing yet: the menu does not open, and is asked for again.
      await rows
        .first()
        .waitFor({ timeout: MENU_MS })
        .catch(() => this.page.keyboard.press('Escape'));
      const found = await rows.allInnerTexts();
      return { found: found.length > 0 ? found : undefined, instead: 'no menu' };
    });
  }

  /** Applies the quick fix whose title matches, at the cursor, by the keyboard as the menu was opened. */
  async applyQuickFix(title: RegExp): Promise<void> {
    const offered = await this.quickFixes();
    const focused = this.page.locator('.action-widget .monaco-list-row.action.focused');
    for (let step = 0; step < offered.length; step++) {
      if (title.test(await focused.innerText())) {
        await this.page.keyboard.press('Enter');
        await focused.waitFor({ state: 'detached' });
        return;
      }
      await this.page.keyboard.press('ArrowDown');
    }
    throw new Error(`no quick fix like ${title} in: ${offered.join(' ¶ ')}`);
  }

  /** Centre of the `occurrence`-th drawn place of `word`. */
  private locate(word: string, occurrence: number): Promise<Point> {
    return until(`"${word}" in the editor`, async () => {
      const points = await this.pane.locator('.view-line').evaluateAll(findWord, word);
      return { found: points[occurrence], instead: `${points.length} occurrences` };
    });
  }
}

/** Runs in the page: centres of all places of `word` in the given lines, from top to bottom. */
function findWord(lines: Element[], word: string): Point[] {
  const centres: Point[] = [];
  for (const line of lines) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.textContent ?? '').replace(/\u00a0/g, ' ');
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        const box = range.getBoundingClientRect();
        if (box.width > 0) centres.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
      }
    }
  }
  return centres.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** Polls until `look` finds something; the error says what was there instead. */
async function until<T>(
  what: string,
  look: () => Promise<{ found: T | undefined; instead: string }>,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { found, instead } = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline)
      throw new Error(`waited ${PATIENCE_MS / 1000} s for ${what}; there was: ${instead}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
