/** Decides whether an application is sensitive, from its features. */
export type Classifier = (row: readonly number[]) => boolean;

/** Rows of features with their classes. */
export interface Examples {
  readonly rows: readonly (readonly number[])[];
  readonly labels: readonly boolean[];
}

/** One kind of classifier with the settings that are tried. */
export interface Family {
  readonly id: string;
  readonly settings: readonly Setting[];
}

/** A setting, and how it is trained; the same seed gives the same classifier. */
export interface Setting {
  readonly label: string;
  fit(examples: Examples, seed: number): Classifier;
}
