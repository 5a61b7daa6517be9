interface Method {
  readonly name: string;
  /** What it keeps of the best in the paper: beside benchmarks, and beside applications. */
  readonly benchmarks?: string;
  readonly applications?: string;
}

/** The searches by the paper's names. */
export const METHODS: Readonly<Record<string, Method>> = {
  nearest: { name: 'NN', benchmarks: '59.3 %', applications: 'none' },
  neighbours: { name: 'NS', benchmarks: '75.1 %' },
  guided: { name: 'GNS' },
  'nearest-neighbours': { name: 'NN_NS', applications: '100 %' },
  'nearest-guided': { name: 'NN_GNS' },
  'nearest-scalar': { name: 'NN_SRS', benchmarks: '83.6 %', applications: '90.5 %' },
  corrected: { name: 'ours' },
  law: { name: 'ours, by two trials' },
  border: { name: 'ours, by halving' },
  all: { name: 'brute force', benchmarks: '100 %', applications: '100 %' },
};
