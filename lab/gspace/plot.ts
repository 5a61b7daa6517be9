/** A picture of the report. */
export interface Plot {
  /** File, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}
