import { lines } from '../../../lab/profiles/profileText';
import { unread, type WholeFile } from './wholeFile';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Files of tools whose formats are recognised and not read. */
export function unreadFiles(): WholeFile[] {
  const binary = (head: string): Uint8Array => latin1(head + '\u0000\u0008\u00ff\u0091K\u0001'.repeat(500));
  return [
    unread('ncu-rep/profile.ncu-rep', 'ncu-rep', binary('NVR\u0000'), 'refused'),
    unread(
      'nsys-rep/report.nsys-rep',
      'nsys-rep',
      binary('NVIDIA Tegra Profiler Report 2025@3@1@90-1v0.\n'),
      'refused',
    ),
    unread(
      'nvvp-xml-session/profile.nvvp',
      'nvvp-session',
      lines(
        '<?xml version="1.0"?>',
        '<session version="2" name="NewSession1.nvvp" hscale="4.41E-6" normalize="false">',
        '<executable file="/work/nbody" timestamp="1608666769000" cwd="/work" args="19456 0.01f"/>',
        '</session>',
      ),
      'refused',
    ),
  ];
}
