import { say } from '../../src/words';
/** A command that records a profile which Corun reads, under a name by which it is found. */
export interface MeasureCommand {
  readonly tool: string;
  readonly command: string;
  /** What the file adds to the results. */
  readonly gives: string;
}

/**
 * Profiler commands that work on a GPU of the given compute capability (`major.minor`): nvprof
 * collects metrics below 7.5 only, Nsight Compute starts at 7.0.
 */
export function measureCommands(computeCapability: string): readonly MeasureCommand[] {
  const [major = 0, minor = 0] = computeCapability.split('.').map(Number);
  const capability = major * 10 + minor;
  const commands: MeasureCommand[] = [];
  if (capability < 75)
    commands.push(
      {
        tool: 'nvprof',
        command: 'nvprof --csv --print-gpu-trace --log-file trace.nvprof.csv ./app',
        gives: say('webview.overview.timesLaunchesAndCopies'),
      },
      {
        tool: 'nvprof',
        command: 'nvprof --csv --metrics all --log-file metrics.nvprof.csv ./app',
        gives: say('webview.overview.countersOfEveryKernel'),
      },
    );
  if (capability >= 70)
    commands.push({
      tool: 'Nsight Compute',
      command: 'ncu --set full --page raw --csv --log-file app.ncu.csv ./app',
      gives: say('webview.overview.timesAndCountersOfEvery'),
    });
  return commands;
}
