/** The program that turns a closed report into a file that is read, and what it writes. */
export interface ReportExport {
  readonly program: 'nsys' | 'ncu';
  readonly args: readonly string[];
  /** Path of the file that it writes. */
  readonly target: string;
}

const withoutEnding = (path: string): string => path.replace(/\.[A-Za-z][\w-]{0,9}$/, '');

/**
 * How a report of Nsight Systems or Nsight Compute, whose formats are not published, is exported beside itself.
 * @param format what the file was recognised as; null for every other format
 */
export function reportExport(format: string, path: string): ReportExport | null {
  if (format === 'nsys-rep') {
    const target = `${withoutEnding(path)}.sqlite`;
    return { program: 'nsys', args: ['export', '--type', 'sqlite', '--output', target, path], target };
  }
  if (format !== 'ncu-rep') return null;
  const target = `${withoutEnding(path)}.csv`;
  const page = ['--csv', '--page', 'raw', '--print-units', 'base'];
  return { program: 'ncu', args: ['--import', path, ...page, '--log-file', target], target };
}
