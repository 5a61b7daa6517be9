import { message } from '../../kernel/message';
import { quoted, withEnding, type RecognizedFormat } from './recognizedFormat';

const ascii = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Packers, by their first bytes: their content would have to be unpacked first. */
const ARCHIVES: readonly (readonly [string, string, string])[] = [
  ['PK\u0003\u0004', 'zip', 'unzip'],
  ['\u00fd7zXZ\u0000', 'xz', 'xz --decompress --keep'],
  ['BZh', 'bzip2', 'bzip2 --decompress --keep'],
  ['(\u00b5/\u00fd', 'zstd', 'zstd --decompress'],
  ['7z\u00bc\u00af', '7z', '7z x'],
];

/** Format of a file that is not text, by its first bytes; null for text. */
export function recognizeBinary(path: string, head: Uint8Array): RecognizedFormat | null {
  const start = ascii(head.subarray(0, 512));
  if (start.startsWith('NVR\u0000'))
    return {
      format: 'ncu-rep',
      status: 'refused',
      reason: message('profiles.foreign.ncuReport', { path: quoted(path), csv: withEnding(path, '.csv') }),
    };
  if (start.startsWith('NVIDIA Tegra Profiler Report')) return nsysReport(path, start);
  if (start.includes('NVIDIA Nsight Systems Stream'))
    return {
      format: 'nsys-stream',
      status: 'refused',
      reason: message('profiles.foreign.nsysStream', { path: quoted(path) }),
    };
  for (const [magic, name, command] of ARCHIVES)
    if (start.startsWith(magic)) return archive(path, name, command);
  if (start.slice(257, 262) === 'ustar') return archive(path, 'tar', 'tar xf');
  if (start.startsWith('\u007fELF'))
    return { format: 'elf', status: 'refused', reason: message('profiles.foreign.elf') };
  return null;
}

function nsysReport(path: string, start: string): RecognizedFormat {
  const version = /^NVIDIA Tegra Profiler Report (\d{4})@(\d+)@(\d+)/.exec(start);
  const values = { sqlite: withEnding(path, '.sqlite'), path: quoted(path) };
  return {
    format: 'nsys-rep',
    status: 'refused',
    reason:
      version === null
        ? message('profiles.foreign.nsysReport', values)
        : message('profiles.foreign.nsysReportOf', { version: version.slice(1).join('.'), ...values }),
  };
}

function archive(path: string, name: string, command: string): RecognizedFormat {
  return {
    format: name,
    status: 'refused',
    reason: message('profiles.foreign.packed', { packer: name, command, path: quoted(path) }),
  };
}

/** Tests whether a file without a known beginning is not text either: text has no zero bytes. */
export function looksBinary(head: Uint8Array): boolean {
  return head.includes(0);
}
