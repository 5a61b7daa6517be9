/** Where the files are that a scenario or a queue names. */
export interface ScenarioPlace {
  /** Folder that paths are relative to. */
  readonly folder: string;
  /** Folder that files must lie in; null where all may be read. */
  readonly within: string | null;
}
