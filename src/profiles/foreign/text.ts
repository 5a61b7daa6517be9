import { message } from '../../kernel/message';
import { NSYS_JSON, isNsysJson } from './json';
import { ROCPROF } from './rocprof';
import { quoted, type RecognizedFormat } from './recognizedFormat';

const SESSION: RecognizedFormat = {
  format: 'nvvp-session',
  status: 'refused',
  reason: message('profiles.foreign.visualProfiler'),
};

const HTML: RecognizedFormat = {
  format: 'html',
  status: 'refused',
  reason: message('profiles.foreign.webPage'),
};

const NCU_TEXT: RecognizedFormat = {
  format: 'ncu-text',
  status: 'refused',
  reason: message('profiles.foreign.ncuText'),
};

/** Text of Nsight Compute without metrics of kernels. */
export const NCU_OTHER_PAGE: RecognizedFormat = {
  format: 'ncu-text',
  status: 'refused',
  reason: message('profiles.foreign.ncuPage'),
};

const pointer = (path: string): RecognizedFormat => ({
  format: 'git-lfs-pointer',
  status: 'refused',
  reason: message('profiles.foreign.lfs', { path: quoted(path) }),
});

/** A report of `nsys stats --format table` whose columns are of nothing that is read. */
const NSYS_TABLE: RecognizedFormat = {
  format: 'nsys-table',
  status: 'refused',
  reason: message('profiles.foreign.nsysTable'),
};

/** First columns of tables of rocprof (1 to 3), and of rocprof-compute over it. */
const ROCPROF_HEADER =
  /^"?(?:Index"?,"?KernelName|Name"?,"?Calls"?,"?TotalDurationNs|Kind"?,"?(?:Agent_Id|Domain)|Dispatch_ID"?,|Kernel_Name"?,"?Count"?,"?Sum\(ns\)|Correlation_Id"?,"?Dispatch_Id)/;

/** Lines that tell what a text is. */
const SIGNS: readonly (readonly [RegExp, (path: string) => RecognizedFormat])[] = [
  [/^version https:\/\/git-lfs\.github\.com\/spec\/v1/, pointer],
  [/^<session version="\d+" name=/, () => SESSION],
  // Sections without a launch above them, as in summaries over launches.
  [/^ {4,6}Section: \S/, () => NCU_TEXT],
  // The header of a table of instructions.
  [/^(?:"?#"?,)?"?Address"?,"?Source"?,.*Warp Stall Sampling/, () => NCU_OTHER_PAGE],
  [/^\| *(?:Time ?\(%\)|Start ?\(\w+\)) *\|/, () => NSYS_TABLE],
  [ROCPROF_HEADER, () => ROCPROF],
  [/^\s*<(?:!DOCTYPE html|html)\b/i, () => HTML],
];

/** Format that this line gives away, or null. */
export function recognizeText(line: string, path: string): RecognizedFormat | null {
  if (line.startsWith('{') && isNsysJson(line)) return NSYS_JSON;
  return SIGNS.find(([pattern]) => pattern.test(line))?.[1](path) ?? null;
}
