import type { Table } from '../entry';

/** What src/profiles has to say. */
export const profiles: Table = {
  'profiles.reasons': '{joined}; {reason}',
  'profiles.partIs': 'a part of it is {what}',
  'profiles.unlisted': '{count} further findings of the kind "{code}" are not listed',

  'profiles.impossibleLaunch': '{what} is not possible on any GPU; left out',
  'profiles.timeUnknown': 'the time of this row is not known; left out',
  'profiles.timeBackwards': 'this row ends before it starts; its duration was left out',
  'profiles.timesLeftOut': 'times that are not known were left out',
  'profiles.noKernelName': 'the name of this kernel (text {id}) is not in the file',
  'profiles.unknownCopy': 'a copy of a kind that is not known; left out',
  'profiles.unknownCopies': 'copies of a kind that is not known were left out',
  'profiles.noKernelsTraced':
    'it holds no kernels: none ran, or CUDA was not traced (nsys profile --trace=cuda)',
  'profiles.wholeGraphs':
    '{graphs} launches of whole CUDA graphs have no kernels in it; record with: nsys profile --cuda-graph-trace=node',
  'profiles.unsureDevice':
    'the recording has GPUs of different names and does not tell which of them is device {device}; no GPU was named',

  'profiles.metricNumbers': 'metrics by number: {ids}',
  'profiles.metricsByNumber':
    '{values} values of metrics stand under numbers that are not named in the file; print them with: nvprof -i "{path}" --csv --print-gpu-trace --log-file metrics.csv',

  'profiles.nsys.coarseTimes':
    'times are printed with so few digits that each is sure to ±{ns} ns only; print them with: nsys stats --timeunit nsec',
  'profiles.nsys.coarseSizes':
    'sizes are printed to ±{bytes} bytes only; those of small copies were left out (nsys export --type sqlite has them whole)',
  'profiles.nsys.coarseShared':
    'shared memory is printed to ±{bytes} bytes only and was left out (nsys export --type sqlite has it whole)',
  'profiles.nsys.cutNames':
    'names of kernels are cut in the text form; print them whole with: nsys stats --format csv',
  'profiles.nsys.otherOperation': '{name} is no kernel, copy or memset; rows like it were left out',
  'profiles.nsys.sameOperations':
    'several reports tell the same operations of one recording; those of the finest were taken',
  'profiles.nsys.noReport':
    'output of nsys stats without CUDA kernels, copies, calls or NVTX ranges; print them with: nsys stats --report cuda_gpu_trace --format csv --output trace report.nsys-rep',
  'profiles.nsys.callsNotJoined':
    '{rows} launches and copies are more than are joined with the calls that issued them',
  'profiles.nsys.json':
    'JSON of Nsight Systems, which is not read; print CSV with: nsys stats --report cuda_gpu_trace --format csv --output trace report.nsys-rep',

  'profiles.kineto.cut': 'the trace ends before its end; what stands before that was read',
  'profiles.kineto.damaged': 'the trace is damaged at line {line}',
  'profiles.kineto.tooLong': {
    plural: 'values',
    one: 'one part of the trace is longer than any event and was left out',
    other: '{values} parts of the trace are longer than any event and were left out',
  },
  'profiles.kineto.counters':
    '{ranges} ranges of counters (cuda_profiler_range) are not read; measure kernels with: ncu --csv --page raw --print-units base --log-file metrics.csv ./app',
  'profiles.kineto.otherMaker':
    'a trace of {maker}: its timeline is shown, launch shapes are not, and nothing of it is modelled',
  'profiles.kineto.severalProcesses':
    'calls of several processes stand in one trace, with numbers that may be the same: kernels were not joined with calls and operators',
  'profiles.kineto.wholeMicroseconds':
    'times stand in whole microseconds, so each is sure to 1 µs only; newer versions of PyTorch (2.4) write nanoseconds',
  'profiles.kineto.noDuration': {
    plural: 'rows',
    one: 'one kernel or copy has a duration of 0, which its clock could not see; it was left out',
    other: '{rows} kernels and copies have a duration of 0, which their clock could not see; it was left out',
  },
  'profiles.kineto.unnamedDevice': 'the trace does not name its GPU',
  'profiles.launch.shared': 'shared memory {bytes}',

  'profiles.counters.none': 'no counters of a kernel of this name',
  'profiles.counters.otherGpu': 'counters of another GPU',
  'profiles.counters.otherShape': {
    plural: 'count',
    one: 'counted at another launch shape only: {shapes}',
    other: 'counted at {count} other launch shapes, such as {shapes}',
  },
  'profiles.counters.shapeUntold':
    'the counters do not tell which of the {shapes} launch shapes of this kernel they are of',
  'profiles.counters.anyOf': 'counters of several kernels may be meant: {names}',
  'profiles.counters.notInTimeline': 'no kernel of this name in the timeline',
  'profiles.counters.notInThatShape': 'not launched in this shape in the timeline',
  'profiles.counters.tooMuch':
    'the counted bytes would be {share:percent} of the bandwidth: the counters are of other launches',

  'profiles.pgi':
    'a recording of the PGI profiler (pgprof), which nothing else reads; profile again with: nvprof --csv --print-gpu-trace --log-file trace.csv ./app',
  'profiles.dlprof':
    'a database of DLProf; the recording that it sums up stands beside it, give that one: nsys export --type sqlite --output nsys_profile.sqlite nsys_profile.nsys-rep',
  'profiles.otherDatabase': 'an SQLite database that no GPU profiler wrote',
  'profiles.sqliteCut': 'an SQLite database that ends within its header',
  'profiles.sqliteDamaged': 'an SQLite database that is damaged or cut',
  'profiles.sqliteParts': '{parts} pages or rows of the database are damaged or cut and were left out',
  'profiles.sqliteWal':
    'an SQLite database whose last changes may stand in a file beside it; join them with: sqlite3 "{path}" "PRAGMA journal_mode=DELETE"',
  'profiles.sqliteEncoding': 'an SQLite database whose text is not UTF-8',
  'profiles.sqlitePacked':
    'a packed SQLite database of more than {mib} MiB; unpack it first with: gunzip --keep "{path}"',
  'profiles.noRows': 'its tables hold no rows',
  'profiles.damagedRows': {
    plural: 'rows',
    one: 'one cut or damaged row was left out, at line {line}',
    other: '{rows} cut or damaged rows were left out, the first at line {line}',
  },
  'profiles.sameRuns':
    'runs {first} and {second} of the file are the same to the nanosecond: a recording that stands in it twice counts twice',
  'profiles.repeatedColumn': 'the column "{column}" stands in the table twice; the first was taken',
  'profiles.damagedRow': 'a row of the table is cut or damaged and was left out',
  'profiles.unknown':
    'not a profile file that Corun knows: it reads what nvprof, Nsight Compute, Nsight Systems, PyTorch’s profiler and ptxas write',
  'profiles.foreign.packed': 'packed with {packer}; unpack it with: {command} {path}',
  'profiles.foreign.elf': 'compiled code (ELF), not a profile',
  'profiles.foreign.ncuReport':
    'an Nsight Compute report, whose format is not published; export it with: ncu --import {path} --csv --page raw --print-units base > {csv}',
  'profiles.foreign.noGpuKernels':
    'a Chrome trace without GPU kernels; record CUDA activities (ProfilerActivity.CUDA)',
  'profiles.foreign.rocprof':
    "a profile of AMD's rocprof: GPUs of other makers than NVIDIA are not modelled; record on an NVIDIA GPU with: nsys profile --trace=cuda ./app",
  'profiles.foreign.xla':
    "a trace of XLA's profiler (JAX, TensorFlow), whose kernels are not read; record with: nsys profile --trace=cuda python app.py",
  'profiles.foreign.lfs':
    'a Git LFS pointer, not the file itself; fetch it with: git lfs pull --include {path}',
  'profiles.foreign.ncuText':
    'an Nsight Compute text report in a form that is not read; print it as CSV: ncu --import report.ncu-rep --csv --page raw --print-units base',
  'profiles.foreign.ncuPage':
    'a source or session page of Nsight Compute, which has no metrics of kernels; print them with: ncu --import report.ncu-rep --csv --page raw --print-units base',
  'profiles.foreign.webPage': 'a web page, not a profile; download the raw file',
  'profiles.foreign.visualProfiler':
    'a session of the Visual Profiler, which holds window settings only; record with: nvprof --csv --print-gpu-trace --log-file trace.csv ./app',
  'profiles.join.compiler': 'the compiler made it of {origin}',
  'profiles.join.noKernel': 'no kernel of this name and parameters is in the sources',
  'profiles.join.anyOf': 'it may be any of {kernels} kernels: {places}',
  'profiles.launch.dynamic': 'dynamic shared memory {bytes}',
  'profiles.launch.static': 'static shared memory {bytes}',
  'profiles.launch.registers': 'registers {registers}',
  'profiles.notTrusted': '{what} "{text}" is no trusted number; left out',
  'profiles.legacy.shape': 'this launch shape is not possible on any GPU; left out',
  'profiles.legacy.counters': 'launches with counters beyond {launches} were left out',
  'profiles.noResult': 'the profiled run left no result',
  'profiles.ncu.bareLaunches': {
    plural: 'launches',
    one: 'of one launch no metric is there, as in source pages and excerpts; print them with: ncu --import report.ncu-rep --csv --page raw --print-units base',
    other:
      'of {launches} launches no metric is there, as in source pages and excerpts; print them with: ncu --import report.ncu-rep --csv --page raw --print-units base',
  },
  'profiles.ncu.valueLeftOut': '{name} "{text}" {why}; left out',
  'profiles.ncu.noNumber': 'is no number in the notation of this file',
  'profiles.ncu.negative': 'is negative',
  'profiles.ncu.contradicts': 'contradicts the launch, which has {size}',
  'profiles.ncu.ambiguous':
    'may be a decimal fraction or a grouped whole number; the file does not tell which',
  'profiles.ncu.sharedMemory':
    'shared memory is printed as {text} {unit}; read as {bytes} bytes, which is sure to {slack} bytes only (--print-units base prints it whole)',
  'profiles.ncu.registers': '{registers} registers per thread are not possible here; left out',
  'profiles.ncu.moreValues': 'more than {most} metric values: only those with an nvprof counterpart are kept',
  'profiles.ncu.ofLaunch': '{metric} of {launch}: {why}; left out',
  'profiles.ncu.twoNotations':
    'numbers are written in two notations (1,234.5 and 1.234,5); those that may be either were left out',
  'profiles.ncu.noUnitsRow': 'a raw page has no units row: its metrics were left out',
  'profiles.ncu.impossible': '{what} {text} is not possible on any GPU; left out',
  'profiles.ncu.unit': '{name} has the unit "{unit}"',
  'profiles.ncu.notPossible': '{value} is not possible',
  'profiles.ncu.unmeasured': {
    plural: 'launches',
    one: 'none of the metrics of one launch was measured',
    other: 'none of the metrics of {launches} launches was measured',
  },
  'profiles.ncu.warns': 'Nsight Compute: {text}',
  'profiles.ncu.nothingProfiled': 'no kernel was profiled',
  'profiles.ncu.says': 'Nsight Compute says: {text}',
  'profiles.ncu.otherFile':
    'the result is in another file; export it with: ncu --import {report} --csv --page raw --print-units base',
  'profiles.ncu.fileEnds': 'the file ends within this row; its value was left out',
  'profiles.impossible': '{what} is not possible on any GPU; left out',
  'profiles.launch.registersOfBlock': '{registers} registers with this block size',
  'profiles.nvprof.notTrusted': '{metric}: "{text}" is no trusted number; left out',
  'profiles.nvprof.moreLaunches':
    'more than {launches} launches with metrics: the mean over the launches of each of {kernels} kernels is shown',
  'profiles.nvprof.metricLeftOut': '{name}: {why}; left out',
  'profiles.nvprof.valuesOf': '{values} values of {instances} instances',
  'profiles.nvprof.notPossible': '"{text}" is not possible',
  'profiles.nvprof.otherUnit': '"{text}" has not the unit of this metric',
  'profiles.nvprof.noNumber': '"{text}" is no number',
  'profiles.nvprof.meanLost': 'the mean of a rate is printed as 0 though the maximum is not',
  'profiles.nvprof.coarseTimes':
    'times are printed in seconds, so each is sure to ±{ns} ns only; print them finely with: nvprof -i recording.nvprof --csv --print-gpu-trace -u ns',
  'profiles.nvprof.coarseLeftOut': 'durations that rounding may have moved by more than 5 % were left out',
  'profiles.nvprof.meanCut':
    'nvprof cuts the mean of a rate down to whole 10^6 bytes/s; where that is below the minimum, the minimum was taken',
  'profiles.fileEndsInRow': 'the file ends within this row',
  'profiles.nvprof.contradict': 'minimum, mean, maximum and total contradict each other',
  'profiles.nvprof.namesCut':
    'metrics of single launches as text have kernel names cut to 20 characters; print them with --csv',
  'profiles.nvprof.holdsOnly': 'it holds only "{text}", which says nothing about kernels',
  'profiles.nvprof.says': 'nvprof says: {text}',
  'profiles.nvprof.otherFile':
    'the result is in another file; export it with: nvprof -i {file} --csv --print-gpu-trace',
  'profiles.nvprof.cpuSamples':
    'samples of the CPU only; profile the GPU with: nvprof --csv --print-gpu-trace --log-file trace.csv ./app',
  'profiles.nvprof.timesContradict':
    'total, calls, mean, minimum and maximum contradict each other; times left out',
  'profiles.nvprof.summaryUnits': 'a summary has no units row: its times were left out',
  'profiles.nvprof.timeNotTrusted': 'a time of this row is no trusted number; times left out',
  'profiles.nvprof.noLineEnd': 'the file ends without a line end: this row may be cut',
  'profiles.nvprof.traceUnits': 'a table has no units row: its numbers without a unit were left out',
  'profiles.nvprof.sizeContradicts':
    'size {size}, duration and throughput contradict each other; size and duration were left out',
  'profiles.nvprof.noKernels':
    'it holds no kernels: none ran, or the application ended before they were written (let it end with cudaDeviceReset())',
  'profiles.nvprof.migration': 'sizes or time of a migration are no trusted numbers',
  'profiles.nvprof.twoProcessesUnits': 'tables of two processes run into each other, with different units',
  'profiles.nvprof.twoProcesses':
    'tables of two processes with different units run into each other; numbers that need a unit were left out',
  'profiles.ptxas.sharedMemory': '{bytes} bytes of shared memory are not possible',
  'profiles.ptxas.notUnderstood': '"{text}" is not understood; shared memory left out',
  'profiles.ptxas.registers': '{registers} registers are not possible; left out',
  'profiles.ptxas.noRegisters': 'the log does not tell the registers of {name}',
  'profiles.ptxas.twoCompilations':
    'two compilations write into each other; whose registers these are cannot be known, so they were left out',
  'profiles.ptxas.fileEnds': 'the file ends within this line; shared memory left out',
  'profiles.longLines': {
    plural: 'lines',
    one: 'one line is longer than any table row and was cut',
    other: '{lines} lines are longer than any table row and were cut',
  },
  'profiles.gzipCut': 'the gzip stream is cut or damaged; what came before the damage was read',
  'profiles.gzipTight':
    'the gzip file unpacks to {times} times its size, which no profiler writes; reading stopped after {mib} MiB',
  'profiles.unknownBinary': 'a binary file of a kind that Corun does not know',
  'profiles.gzip': 'the gzip stream is cut or damaged',
  'profiles.empty': 'the file is empty',
  'profiles.transfer.unknownGpu': 'a GPU that is not known',
  'profiles.transfer.thisGpu': 'measured on this GPU ({gpu})',
  'profiles.made.openacc': 'an OpenACC region in {name}, line {line}',
  'profiles.made.openaccOrOpenmp': 'an OpenACC or OpenMP region in {name}, line {line}',
  'profiles.made.openmp': 'an OpenMP region in {name}, line {line}',
  'profiles.made.julia': 'a Julia function in {name}, line {line}',
  'profiles.made.triton': 'a Triton function in {name}',
  'profiles.foreign.nsysTable':
    'a report of nsys stats with borders, of which nothing is read; print others with: nsys stats --report cuda_gpu_trace,cuda_gpu_kern_sum --format csv',
  'profiles.foreign.nsysStream':
    'an intermediate file of Nsight Systems, of which no report was made; make one with: QdstrmImporter -i {path}',
  'profiles.foreign.nsysReport':
    'an Nsight Systems report, whose format is not published; export it with: nsys export --type sqlite --output {sqlite} {path}',
  'profiles.foreign.nsysReportOf':
    'an Nsight Systems report of version {version}, whose format is not published; export it with: nsys export --type sqlite --output {sqlite} {path}',
  'profiles.transfer.sameArchitecture':
    'measured on {origin}, not on {gpu}: only launch shape, registers, memory transactions and executed instructions were taken over',
  'profiles.transfer.program':
    'measured on {origin}, not on {gpu}: only launch shape and executed instructions were taken over',
};
