import type { Locator } from 'playwright-core';

/** Counts the clicks that an answer takes. */
export class Clicks {
  private made = 0;

  async on(target: Locator): Promise<void> {
    await this.through(target.click());
  }

  /** Counts what clicks by itself. */
  async through(action: Promise<unknown>, clicks = 1): Promise<void> {
    this.made += clicks;
    await action;
  }

  /** Those since it was last asked. */
  taken(): number {
    const { made } = this;
    this.made = 0;
    return made;
  }
}
