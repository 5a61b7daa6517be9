/** A line that nvprof writes about itself: `==123== …`, or `======== …` for an imported recording. */
export interface Marker {
  readonly pid: string | null;
  readonly text: string;
}

/** The marker on this line, or null. */
export function parseMarker(line: string): Marker | null {
  if (!line.startsWith('==')) return null;
  // A spreadsheet fills every line up to the same number of commas.
  const own = line.replace(/(?<![,;])[,;]+$/, '');
  if (own.startsWith('======== ')) return { pid: null, text: own.slice(9) };
  const match = /^==(\d+)== (.*)$/.exec(own);
  return match?.[1] === undefined ? null : { pid: match[1], text: match[2] ?? '' };
}

/** Meaning of a marker. */
export type MarkerMeaning =
  | { readonly kind: 'run'; readonly command: string | null }
  /** A result begins; `scope` says of what. */
  | { readonly kind: 'result'; readonly scope: 'gpu' | 'other' }
  | { readonly kind: 'device'; readonly device: string }
  | { readonly kind: 'warning' | 'error'; readonly text: string }
  | { readonly kind: 'nothing-profiled'; readonly text: string }
  | { readonly kind: 'saved-to'; readonly file: string }
  | { readonly kind: 'progress' };

const RESULT =
  /^(Profiling|Metric|Event|Unified Memory profiling|NVTX|CPU profiling|Dependency Analysis|OpenACC|OpenMP)\b.*result\b/;

/** nvprof's sentence for an empty result, which stands with and without a mark. */
export function isNothingProfiled(text: string): boolean {
  return /^No (kernels|API activities|events\/metrics|events|metrics)\b.* profiled/.test(text);
}

/** Reads the text of a marker; null for a line of another tool that marks its lines alike. */
export function meaningOf(text: string): MarkerMeaning | null {
  const run = /^(?:NVPROF|PGPROF) is profiling process \d+(?:, command: (.*))?$/.exec(text);
  if (run) return { kind: 'run', command: run[1] ?? null };
  const result = RESULT.exec(text);
  if (result) return { kind: 'result', scope: /^(NVTX|CPU)/.test(text) ? 'other' : 'gpu' };
  if (text.startsWith('PC SAMPLING')) return { kind: 'result', scope: 'other' };
  const device = /^Device "(.+)"$/.exec(text);
  if (device?.[1] !== undefined) return { kind: 'device', device: device[1] };
  const said = /^(Warning|Error|Internal profiling error)\b:?(.*)$/.exec(text);
  if (said) return { kind: said[1] === 'Warning' ? 'warning' : 'error', text: said[2]!.trimStart() };
  if (isNothingProfiled(text)) return { kind: 'nothing-profiled', text };
  const saved = /^Generated result file: (.*)$/.exec(text);
  if (saved?.[1] !== undefined) return { kind: 'saved-to', file: saved[1] };
  return /^(Profiling application|Some kernel\(s\) will be replayed|Profile-Api|Replaying)/.test(text)
    ? { kind: 'progress' }
    : null;
}
