import type { CheckFinding } from '../../analysis/results/checkResult';
import { findingText } from '../../words/texts/checkTexts';

/**
 * A finding as a workflow command of GitHub Actions, which shows it at its line.
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function annotation(finding: CheckFinding): string {
  const { level, path, line } = finding;
  return `::${level} file=${property(path)},line=${line},title=${property('Corun')}::${data(findingText(finding))}`;
}

/** Escapes as in actions/toolkit, packages/core/src/command.ts. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
