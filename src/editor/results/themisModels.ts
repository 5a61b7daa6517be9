import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { availableThemisModels, shippedModels } from '../../analysis/corun/nodeModels';
import type { ThemisModelFile } from '../../predictors/themis/model/modelFile';
import { readModelFolder } from '../settings';

/** The Themis models that there are: the user's own, and those that come along. */
export class ThemisModels {
  #read: Promise<readonly ThemisModelFile[]> | null = null;

  /** @param assets folder of the bundles */
  constructor(
    private readonly assets: string,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Where models lie; those of earlier folders go first. */
  folders(): readonly string[] {
    const own = readModelFolder();
    return [...(own === null ? [] : [own]), shippedModels(this.assets)];
  }

  /** Read once; files that are no models are told in the log and left out. */
  all(): Promise<readonly ThemisModelFile[]> {
    this.#read ??= availableThemisModels(this.folders(), ({ message }) => this.log.warn(message));
    return this.#read;
  }

  /** What tells these models from others. */
  async stamp(): Promise<string> {
    const made = (await this.all()).map(({ gpu, provenance }) => [gpu, provenance]);
    return createHash('sha256').update(JSON.stringify(made)).digest('hex');
  }

  /** Files may have changed: they are read again when they are needed. */
  forget(): void {
    this.#read = null;
  }
}
