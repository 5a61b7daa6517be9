import type * as vscode from 'vscode';
import { availableModels, shippedModels, stampOf } from '../../analysis/models';
import type { TrainedModel } from '../../predictors/port';
import { words } from '../../words';
import { readModelFolder } from '../settings';

interface KnownModels {
  readonly models: readonly TrainedModel[];
  readonly stamp: string;
}

/** The trained models that there are: the user's own, and those that come along. */
export class TrainedModels {
  private known: Promise<KnownModels> | null = null;

  /** @param assets folder of the bundles */
  constructor(
    private readonly assets: string,
    private readonly log: vscode.LogOutputChannel,
  ) {}

  /** Where models lie; those of earlier folders go first. */
  folders(): readonly string[] {
    const own = readModelFolder();
    return [...(own === null ? [] : [own]), ...shippedModels(this.assets)];
  }

  async all(): Promise<readonly TrainedModel[]> {
    return (await this.read()).models;
  }

  /** What tells these models from others. */
  async stamp(): Promise<string> {
    return (await this.read()).stamp;
  }

  /** Files may have changed: they are read again when they are needed. */
  forget(): void {
    this.known = null;
  }

  /** Once; files that are no models are told in the log and left out. */
  private read(): Promise<KnownModels> {
    this.known ??= availableModels(this.folders(), ({ said }) => this.log.warn(words(said))).then(
      (models) => ({ models, stamp: stampOf(models) }),
    );
    return this.known;
  }
}
