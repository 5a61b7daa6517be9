import { gzipSync } from 'node:zlib';
import {
  kinetoCall,
  kinetoCopy,
  kinetoKernel,
  kinetoOperator,
  kinetoTrace,
} from '../../../lab/profiles/kinetoText';
import { numbers, read, sum, type WholeFile } from './wholeFile';

/** A time in µs with ns behind the point. */
const us = (ns: number): number => ns / 1000;

/** Traces of PyTorch: operators of the host long before the first kernel, then launches, copies and calls. */
export function kinetoTraces(): WholeFile[] {
  const [kernels, copies, calls] = [numbers(21, 700), numbers(22, 40), numbers(23, 700)];
  const at = (i: number): number => 1414456661859.938 + 200 * i;
  const text = kinetoTrace([
    ...kernels.map((_, i) => kinetoOperator(`aten::op${i % 9}`, i, at(i), 100)),
    ...calls.map((ns, i) => kinetoCall(at(i) + 1, i, { dur: us(ns) })),
    ...kernels.map((ns, i) => kinetoKernel({ ts: at(i), dur: us(ns) }, { 'External id': i, correlation: i })),
    ...copies.map((ns, i) => kinetoCopy({ ts: at(i), dur: us(ns) })),
  ]);
  const total = sum(kernels) + sum(copies) + sum(calls);
  return [
    read('kineto-trace/trace.json', 'kineto-json', total, text),
    read('kineto-trace/trace.json.gz', 'kineto-json', total, gzipSync(text)),
  ];
}
