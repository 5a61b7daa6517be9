import type { CheckedPlace, CheckFinding } from '../../analysis/results/checkResult';
import { say } from '../../words/say';
import { findingText } from '../../words/texts/checkTexts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** Findings as a log of SARIF 2.1.0 (OASIS, 2020), which code scanning services read. */
export function sarif(findings: readonly CheckFinding[], version: string): object {
  const rules = [
    { id: 'slowdown', shortDescription: { text: say('check.ruleSlowdown') } },
    { id: 'worse', shortDescription: { text: say('check.ruleWorse') } },
    { id: 'longer', shortDescription: { text: say('check.ruleLonger') } },
  ];
  const tool = { driver: { name: 'Corun', semanticVersion: version, rules } };
  return { $schema: SCHEMA, version: '2.1.0', runs: [{ tool, results: findings.map(result) }] };
}

function result(finding: CheckFinding): object {
  const { kind, level, beside } = finding;
  return {
    ruleId: kind,
    level,
    message: { text: findingText(finding) },
    locations: [location(finding)],
    ...(beside === null
      ? {}
      : { relatedLocations: [{ id: 1, message: { text: beside.name }, ...location(beside) }] }),
  };
}

/** Paths are relative to the folder that the check ran in, as URIs. */
function location({ path, line }: CheckedPlace): object {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
}
