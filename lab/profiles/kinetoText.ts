/** An event of a Chrome trace, or a member of its outer object. */
type Fields = Readonly<Record<string, unknown>>;

/** A launch of `saxpy` by call 71, of operator 5. */
export function kinetoKernel(own: Fields = {}, args: Fields = {}): Fields {
  return {
    ph: 'X',
    cat: 'kernel',
    name: 'void saxpy<4, float>(int, float*)',
    pid: 0,
    tid: 7,
    ts: 1020.5,
    dur: 3.25,
    ...own,
    args: {
      ...{ 'External id': 5, queued: 0, device: 0, context: 1, stream: 7, correlation: 71 },
      ...{ 'registers per thread': 32, 'shared memory': 1040, 'blocks per SM': 0.5, 'warps per SM': 2 },
      ...{ grid: [66, 2, 1], block: [128, 1, 1], 'est. achieved occupancy %': 3 },
      ...args,
    },
  };
}

/** A copy of 4096 bytes from pageable memory by call 72. */
export function kinetoCopy(own: Fields = {}, args: Fields = {}): Fields {
  return {
    ...{
      ph: 'X',
      cat: 'gpu_memcpy',
      name: 'Memcpy HtoD (Pageable -> Device)',
      pid: 0,
      tid: 7,
      ts: 1010,
      dur: 1.5,
    },
    ...own,
    args: { device: 0, context: 1, stream: 7, correlation: 72, bytes: 4096, ...args },
  };
}

/** A call of the runtime on thread 900. */
export function kinetoCall(ts: number, correlation: number, own: Fields = {}, args: Fields = {}): Fields {
  return {
    ...{ ph: 'X', cat: 'cuda_runtime', name: 'cudaLaunchKernel', pid: 900, tid: 900, ts, dur: 4 },
    ...own,
    args: { cbid: 211, correlation, ...args },
  };
}

/** An operator on thread 900. */
export function kinetoOperator(name: string, id: number, ts: number, dur: number, own: Fields = {}): Fields {
  const args = { 'External id': id, 'Input Dims': [[2, 3], []], 'Input type': ['float', ''] };
  return { ph: 'X', cat: 'cpu_op', name, pid: 900, tid: 900, ts, dur, args, ...own };
}

/** An annotation of the program: on thread 900, or as the work of a stream. */
export function kinetoRange(name: string, ts: number, dur: number, own: Fields = {}): Fields {
  return { ph: 'X', cat: 'user_annotation', name, pid: 900, tid: 900, ts, dur, args: {}, ...own };
}

export const KINETO_H100 = {
  deviceProperties: [{ id: 0, name: 'NVIDIA H100', computeMajor: 9, computeMinor: 0, numSms: 132 }],
};

/** A trace in the form in which PyTorch writes it: one event on several lines. */
export function kinetoTrace(events: readonly Fields[], header: Fields = KINETO_H100): string {
  const members = Object.entries({ schemaVersion: 1, ...header }).map(
    ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`,
  );
  const items = events.map((event) => `  ${JSON.stringify(event).replace(',"args":', ',\n    "args":')}`);
  return `{\n${members.join('')}  "traceEvents": [\n${items.join(',\n')}\n  ],\n  "traceName": "x.json"\n}\n`;
}

/** A step of a small program: two operators, one within the other, that launch a kernel each, and a copy. */
export const KINETO_STEP = kinetoTrace(
  [
    { name: 'process_name', ph: 'M', ts: 1000, pid: 900, tid: 0, args: { name: 'python' } },
    kinetoRange('ProfilerStep#3', 1000, 60),
    kinetoOperator('aten::linear', 4, 1002, 40),
    kinetoOperator('aten::addmm', 5, 1004, 30),
    kinetoCall(1006.125, 71, {}, { 'External id': 5 }),
    kinetoCall(1008, 72, { name: 'cudaMemcpyAsync' }),
    { ph: 's', id: 71, pid: 900, tid: 900, ts: 1006.125, cat: 'ac2g', name: 'ac2g' },
    kinetoCopy(),
    kinetoKernel(),
    kinetoRange('ProfilerStep#3', 1010, 13.75, { cat: 'gpu_user_annotation', pid: 0, tid: 7 }),
  ],
  { ...KINETO_H100, baseTimeNanoseconds: 1_719_792_000_000_000_000 },
);
