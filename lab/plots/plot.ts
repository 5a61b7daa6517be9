/** A picture beside a page of docs. */
export interface Plot {
  /** File, without its ending. */
  readonly name: string;
  readonly title: string;
  readonly svg: string;
}
