import { lines } from '../../../lab/profiles/profileText';
import { unread, type WholeFile } from './wholeFile';

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Files of tools whose formats are recognised and not read. */
export function unreadFiles(): WholeFile[] {
  const binary = (head: string): Uint8Array => latin1(head + '\u0000\u0008\u00ff\u0091K\u0001'.repeat(500));
  const stats = ' Time (%)  Total Time (ns)  Instances   Avg (ns)  Name';
  return [
    unread('ncu-rep/profile.ncu-rep', 'ncu-rep', binary('NVR\u0000'), 'refused'),
    unread(
      'nsys-rep/report.nsys-rep',
      'nsys-rep',
      binary('NVIDIA Tegra Profiler Report 2025@3@1@90-1v0.\n'),
      'refused',
    ),
    unread(
      'nsys-csv/kernel_sum.csv',
      'nsys-stats',
      lines(
        'NOTICE: Existing SQLite export found: large.sqlite',
        '        It is assumed file was previously exported from: large.nsys-rep',
        '',
        'Processing [large.sqlite] with [/opt/nsys/reports/cuda_gpu_kern_sum.py]... ',
        'Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name',
        '50.0,1200,2,600.0,600.0,500,700,100.0,"void gemm<int>(float*)"',
      ),
    ),
    unread(
      'nsys-text/output.txt',
      'nsys-stats',
      lines(
        './main 1024 1',
        'Average time (bs1) 0.489413 (s)',
        'Collecting data...',
        "Generating '/tmp/nsys-report-7494.qdstrm'",
        Array.from({ length: 60 }, (_, at) => `[1/7] [${'='.repeat(at % 9)}${at}%   ] nsys_profile.nsys-rep`),
        "[4/7] Executing 'cuda_gpu_kern_sum' stats report",
        stats,
        ' --------  ---------------  ---------  ---------  ----',
        '    100.0             1200          2      600.0  k(int)',
      ),
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
