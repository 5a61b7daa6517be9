import type { ProfileFile } from '../../kernel/profile';
import { counterIndex, isCounted, isTimeline } from '../../profiles/counterJoin';
import { rankComparison, type RankComparison } from '../../analysis/traces/rankComparison';
import { tracedKernels } from '../../analysis/traces/tracedKernels';
import { openByteSource } from '../../files/byteSource';
import { readOrRefuse } from '../../analysis/readOrRefuse';
import { profilePage } from '../../analysis/profilePage';
import type { ProfilePage } from '../../analysis/profileProtocol';
import { duration, percent } from '../../words/format';

import type { ProfileAnswer } from '../answers';
import { UsageError, type Command } from '../command';
import { joinedReport } from '../joinedReport';
import { compiledLines, isCompiled } from '../compiledKernels';
import { profileKernels } from '../profileKernels';
import { inputWarningLines } from '../warningLines';
import { rankReport } from '../rankReport';
import { table } from '../../words/texts/table';
import { words } from '../../words';
import { message } from '../../kernel/message';
import { say } from '../../words/say';
import { titleOf } from '../../words/titleOf';
import { operationLines, understoodText } from '../../words/texts/operationTexts';
import { formatText } from '../../words/texts/profileFormat';
import { idleTexts, iterationTexts, traceTitle } from '../../words/texts/traceTexts';

export const profile: Command = {
  name: 'profile',
  summary: message('cli.profile.summary'),
  usage: 'FILE… [--join] [--json]',
  options: { join: { type: 'boolean', help: message('cli.profile.join') } },
  run: async ({ positionals, options, note }) => {
    if (positionals.length === 0) throw new UsageError(say('cli.fault.noNamedFile'));
    const files: ProfileFile[] = [];
    for (const path of positionals) files.push(await readOrRefuse(path, () => openByteSource(path)));
    for (const { path, reason } of files)
      if (reason) note(message('kernel.at', { place: path, what: reason }));
    const pages = files.map((file) => profilePage(file));
    const joined = options['join'] === true ? joinedOf(files) : undefined;
    const ranks = rankComparison(pages);
    const nothing = files.every(({ status }) => status === 'refused');
    return {
      json: {
        files: pages,
        ...(joined && { joined }),
        ...(ranks && { ranks: rankAnswer(ranks) }),
      } satisfies ProfileAnswer,
      text:
        joined?.map(joinedReport).join('\n\n') ??
        [...pages.map(report), ...(ranks === null ? [] : [rankReport(ranks)])].join('\n\n'),
      exitCode: nothing ? 1 : 0,
    };
  },
};

function rankAnswer({ ranks, ...comparison }: RankComparison): NonNullable<ProfileAnswer['ranks']> {
  return {
    ...comparison,
    ranks: ranks.map(({ path, rank, communicationNs, computeNs, operations }) => ({
      ...{ path, rank, communicationNs, computeNs },
      operations,
    })),
  };
}

/** Each timeline with the counters of the other files. */
function joinedOf(files: readonly ProfileFile[]): NonNullable<ProfileAnswer['joined']> {
  const timelines = files.filter(isTimeline);
  const counted = files.filter(isCounted);
  if (timelines.length === 0 || counted.length === 0) throw new UsageError(say('cli.profile.joinTwo'));
  const counters = counterIndex(counted);
  return timelines.map((file) => ({ path: file.path, ...tracedKernels(file, counters) }));
}

function report(file: ProfilePage): string {
  const head = `${file.path}: ${formatText(file.format)}, ${titleOf('status', file.status)}${file.device ? `, ${file.device}` : ''}`;
  return [
    head,
    ...(isCompiled(file) ? compiledLines(file) : measuredLines(file)),
    ...inputWarningLines(file.warnings),
  ].join('\n');
}

/** What ran: kernels, their operations and the devices. */
function measuredLines(file: ProfilePage): readonly string[] {
  return [
    ...profileKernels(file),
    ...operationTable(file),
    ...deviceLines(file),
    say('cli.profile.transfers', { transfers: file.transfers.length }),
  ];
}

/** Where kernel time goes by operation; nothing for a file whose kernels' names tell none. */
function operationTable({ operations }: ProfilePage): readonly string[] {
  if (operations.every(({ operation }) => operation === null)) return [];
  const total = operations.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const rows = operationLines(operations).map(({ isPart, name, calls, totalNs, assumedShare }) => [
    isPart ? `  ${name}` : name,
    String(calls),
    duration(totalNs),
    total > 0 ? percent(totalNs / total) : '–',
    assumedShare > 0 ? say('cli.profile.partAssumed', { share: assumedShare }) : '',
  ]);
  const columns = (['operation', 'calls', 'time', 'share', 'suggested'] as const).map((name) =>
    say(`cli.column.${name}`),
  );
  const understood = understoodText(operations);
  return [
    '',
    say('cli.profile.byOperation'),
    table(columns, rows),
    ...(understood === null ? [] : [understood]),
    '',
  ];
}

/** What a trace tells of each device: idle time with its causes, and what repeats. */
function deviceLines({ devices, tooLong }: ProfilePage): readonly string[] {
  if (tooLong !== undefined) return [words(message('trace.tooLong', tooLong))];
  return devices.flatMap((device) => [
    `${traceTitle(device)}:`,
    ...[...idleTexts(device), ...iterationTexts(device)].map((text) => `  ${text}`),
  ]);
}
