import type { CheckedFault, CheckFinding, UnjudgedPair } from '../../analysis/results/checkResult';
import type { RacePlace } from '../../analysis/results/races';
import { faultLevel, faultText, findingText, raceText, unjudgedText } from '../../words/texts/checkTexts';

/**
 * A finding as a workflow command of GitHub Actions, which shows it at its line.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function annotation(finding: CheckFinding): string {
  return command(finding.level, finding, findingText(finding));
}

/** A race, which is warned of. */
export const raceAnnotation = (race: RacePlace): string => command('warning', race, raceText(race));

/** What fails as written. */
export const faultAnnotation = (fault: CheckedFault): string =>
  command(faultLevel(fault), fault, faultText(fault));

/** A pair that was not judged, which nothing fails for. */
export const unjudgedAnnotation = (pair: UnjudgedPair): string => command('notice', pair, unjudgedText(pair));

const command = (
  level: CheckFinding['level'] | 'notice',
  { path, line }: Pick<RacePlace, 'path' | 'line'>,
  text: string,
): string => `::${level} file=${property(path)},line=${line},title=${property('Corun')}::${data(text)}`;

/** Escapes as in actions/toolkit, packages/core/src/command.ts. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
