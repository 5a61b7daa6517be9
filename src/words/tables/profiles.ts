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

  'profiles.pgi':
    'a recording of the PGI profiler (pgprof), which nothing else reads; profile again with: nvprof --csv --print-gpu-trace --log-file trace.csv ./app',
  'profiles.otherDatabase': 'an SQLite database that no GPU profiler wrote',
  'profiles.sqliteCut': 'an SQLite database that ends within its header',
  'profiles.sqliteDamaged': 'an SQLite database that is damaged or cut',
  'profiles.sqliteParts': '{parts} pages or rows of the database are damaged or cut and were left out',
  'profiles.sqliteWal':
    'an SQLite database whose last changes may stand in a file beside it; join them with: sqlite3 "{path}" "PRAGMA journal_mode=DELETE"',
  'profiles.sqliteEncoding': 'an SQLite database whose text is not UTF-8',
  'profiles.sqlitePacked':
    'a packed SQLite database of more than {mib} MiB; unpack it first with: gunzip --keep "{path}"',
};
