import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { Interned } from '../groups';
import { parseCapability, parseExtents, parseIndex, type NcuLaunch } from './launch';

const PROCESS = /^\[\d+\] \S.*@[^\s@]+$/;
/** Since 2022.4 or so: name (grid)x(block), Context 1, Stream 7, Device 0, CC 8.6. */
const LAUNCH =
  /^ {2}(\S.*) (\(\d+, \d+, \d+\))x(\(\d+, \d+, \d+\)), Context \d+, Stream (\d+)(?:, Device (\d+), CC (\d+\.\d+))?$/;
/** Before: name, date, Context 1, Stream 7. */
const OLD_LAUNCH = /^ {2}(\S.*), \d{4}-\w{3}-\d{2} \d{2}:\d{2}:\d{2}, Context \d+, Stream (\d+)$/;
/** A summary over launches of one kernel and shape. */
const SUMMARY =
  /^ {2,6}(\S.*) (\(\d+, \d+, \d+\))x(\(\d+, \d+, \d+\))(?:, Context \d+)?(?:, Stream (\d+))?(?:, Device (\d+))?(?:, CC (\d+\.\d+))?, Invocations (\d+)$/;
const SECTION = /^ {4,6}Section: (.*)$/;
/** Three columns, or five in summaries, as wide as their dashes; raw pages and summaries are indented in other ways. */
const RULER = /^ {2,6}-+(?: -+){2}(?:(?: -+){2})?\s*$/;

/** Tests whether this line opens a launch in Nsight Compute's text output. */
export function opensNcuText(line: string): boolean {
  return line.charCodeAt(0) === 32 && (LAUNCH.test(line) || OLD_LAUNCH.test(line) || SUMMARY.test(line));
}

/**
 * Nsight Compute's text output: under each launch, sections with a three-column table whose
 * columns are as wide as the rulers above and below it.
 */
export class NcuTextReader {
  private readonly texts = new Interned();
  private launch: NcuLaunch | null = null;
  /** Where each column begins, and where the last one ends; null outside a table. */
  private spans: readonly number[] | null = null;
  private rulers = 0;
  private hasTitles = false;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly launches: NcuLaunch[],
  ) {}

  /** Takes a line of this output; false for other lines. */
  line(line: string, number: number): boolean {
    if (line.charCodeAt(0) !== 32) return this.inTable(line, number) || PROCESS.test(line);
    if (this.open(line, number)) return true;
    if (this.launch === null) return false;
    if (SECTION.test(line)) {
      this.rulers = 0;
      this.hasTitles = false;
      this.spans = null;
      return true;
    }
    if (RULER.test(line)) this.ruler(line);
    else this.inTable(line, number);
    return true;
  }

  /** The file ends without a line end behind `lastLine`: a value there may be cut. */
  endCut(lastLine: number): void {
    const last = this.launch?.values.at(-1);
    if (this.spans === null || last?.line !== lastLine) return;
    this.launch?.values.pop();
    this.builder.warnings.add('cut-row', message('profiles.ncu.fileEnds'), lastLine);
  }

  private open(line: string, number: number): boolean {
    const launch = LAUNCH.exec(line) ?? SUMMARY.exec(line);
    const old = launch === null ? OLD_LAUNCH.exec(line) : null;
    const [name, stream] = launch === null ? [old?.[1], old?.[2]] : [launch[1], launch[4]];
    if (name === undefined) return false;
    this.builder.addFormat('ncu-text');
    this.spans = null;
    this.rulers = 0;
    this.hasTitles = false;
    this.launch = {
      name: this.texts.of(name),
      grid: parseExtents(launch?.[2] ?? '', 'grid'),
      block: parseExtents(launch?.[3] ?? '', 'block'),
      stream: stream ?? null,
      deviceIndex: parseIndex(launch?.[5] ?? ''),
      computeCapability: parseCapability(launch?.[6] ?? ''),
      calls: Number(launch?.[7] ?? 1),
      line: number,
      raw: false,
      values: [],
      inRun: this.builder.inRun,
    };
    this.launches.push(this.launch);
    return true;
  }

  /** The first ruler opens the table, the last one closes it; one stands under the titles. */
  private ruler(line: string): void {
    this.rulers++;
    if (this.rulers === 1)
      this.spans = [...[...line.matchAll(/-+/g)].map(({ index }) => index), line.trimEnd().length];
    else if (this.rulers > (this.hasTitles ? 2 : 1)) this.spans = null;
  }

  private inTable(line: string, number: number): boolean {
    const { spans, launch } = this;
    if (spans === null || launch === null || line.length < (spans[2] ?? 0)) return false;
    const cells = spans.slice(0, -1).map((start, at) => this.cell(line, start, spans[at + 1] ?? 0));
    const [name = '', unit = '', first = '', most, mean] = cells;
    if (name === 'Metric Name') this.hasTitles = true;
    else if (line.startsWith(' '.repeat(spans[0] ?? 0)) && line.length <= (spans.at(-1) ?? 0) + 2)
      launch.values.push({
        ...{ name, unit, line: number },
        ...(most === undefined || mean === undefined
          ? { text: first }
          : { text: mean, range: [first, most] }),
      });
    return true;
  }

  private cell(line: string, from: number, to: number): string {
    return this.texts.of(line.slice(from, to === this.spans?.at(-1) ? undefined : to).trim());
  }
}
