import type {
  CheckedFault,
  CheckedPlace,
  CheckFinding,
  CheckResult,
  UnjudgedPair,
} from '../../analysis/results/checkResult';
import { say } from '../../words/say';
import { faultLevel, faultText, findingText, unjudgedText } from '../../words/texts/checkTexts';

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/**
 * A check as a log of SARIF 2.1.0 (OASIS, 2020), which code scanning services read: findings are results, pairs that
 * were not judged notifications of the run.
 */
export function sarif(
  { findings, faults, unjudged }: Pick<CheckResult, 'findings' | 'faults' | 'unjudged'>,
  version: string,
): object {
  const rules = [
    { id: 'slowdown', shortDescription: { text: say('check.ruleSlowdown') } },
    { id: 'worse', shortDescription: { text: say('check.ruleWorse') } },
    { id: 'longer', shortDescription: { text: say('check.ruleLonger') } },
    { id: FAULT, shortDescription: { text: say('check.ruleFault') } },
    { id: 'program', shortDescription: { text: say('check.ruleProgram') } },
  ];
  const notifications = [{ id: UNJUDGED, shortDescription: { text: say('check.ruleUnjudged') } }];
  const tool = { driver: { name: 'Corun', semanticVersion: version, rules, notifications } };
  const invocations = [{ executionSuccessful: true, toolExecutionNotifications: unjudged.map(notification) }];
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool, invocations, results: [...findings.map(result), ...faults.map(faultResult)] }],
  };
}

const UNJUDGED = 'unjudged';

const notification = (pair: UnjudgedPair): object => ({
  descriptor: { id: UNJUDGED },
  level: 'note',
  message: { text: unjudgedText(pair) },
  locations: [location(pair)],
});

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

const FAULT = 'fault';

const faultResult = (fault: CheckedFault): object => ({
  ruleId: FAULT,
  level: faultLevel(fault),
  message: { text: faultText(fault) },
  locations: [location(fault)],
});

/** Paths are relative to the folder that the check ran in, as URIs. */
function location({ path, line }: Pick<CheckedPlace, 'path' | 'line'>): object {
  const uri = path.split('/').map(encodeURIComponent).join('/');
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: line } } };
}
