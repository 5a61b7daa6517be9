import assert from 'node:assert/strict';
import type { CheckFinding, CheckResult, UnjudgedPair } from '../../../../src/analysis/results/checkResult';
import { annotation, unjudgedAnnotation } from '../../../../src/cli/check/annotations';
import { withRelativePaths } from '../../../../src/cli/check/relativePaths';
import { sarif } from '../../../../src/cli/check/sarif';
import { findingText } from '../../../../src/words/texts/checkTexts';

const finding: CheckFinding = {
  kind: 'slowdown',
  level: 'error',
  name: 'a',
  path: 'src/a b,1:2.cu',
  line: 7,
  beside: { name: 'b\n::notice::x', path: 'src/b.cu', line: 9 },
  value: 2,
  limit: 1.5,
  running: null,
  error: 0.2,
};

describe('findings elsewhere', () => {
  it('stand at their lines on GitHub, and cannot start a command of their own', () => {
    const line = annotation(finding);
    assert.match(line, /^::error file=src\/a b%2C1%3A2\.cu,line=7,title=Corun::a takes ×2\.00/);
    assert.ok(!line.includes('\n'));
  });

  it('say what of a slowdown is waiting, or that only running was judged', () => {
    assert.match(
      findingText({ ...finding, running: 1.2 }),
      /×2\.00[^]*runs ×1\.20 as long, the rest is waiting/,
    );
    assert.match(findingText({ ...finding, running: 2 }), /^a runs ×2\.00 as long/);
  });

  it('that only warn say whether an error is not known or too large', () => {
    const warning: CheckFinding = { ...finding, level: 'warning', value: 1.7 };
    assert.match(findingText(warning), /typical error of 20 %[^]*fails no check/);
    assert.match(findingText({ ...warning, error: null }), /error is not known/);
  });

  it('are SARIF results with the place of both kernels', () => {
    const log = sarif({ findings: [finding], faults: [], unjudged: [] }, '1.2.3') as {
      version: string;
      runs: {
        tool: { driver: { rules: { id: string }[] } };
        results: {
          ruleId: string;
          locations: {
            physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } };
          }[];
          relatedLocations: unknown[];
        }[];
      }[];
    };
    assert.equal(log.version, '2.1.0');
    const [run] = log.runs;
    const [result] = run!.results;
    assert.ok(run!.tool.driver.rules.some(({ id }) => id === result!.ruleId));
    const { artifactLocation, region } = result!.locations[0]!.physicalLocation;
    assert.deepEqual([artifactLocation.uri, region.startLine], ['src/a%20b%2C1%3A2.cu', 7]);
    assert.equal(result!.relatedLocations.length, 1);
  });

  it('name pairs that were not judged, with what to type, as notices and notifications', () => {
    const pair: UnjudgedPair = {
      ...{ name: 'a', path: 'a.cu', line: 3, beside: { name: 'b', path: 'a.cu', line: 4 } },
      lacks: [{ what: 'sizes', sizes: [{ key: 'n', name: 'n', value: null }] }],
    };
    assert.match(unjudgedAnnotation(pair), /^::notice file=a\.cu,line=3,.*a beside b[^]*--arguments n=…$/);
    const log = sarif(
      {
        findings: [],
        faults: [{ path: 'b.cu', line: 8, code: 'block', what: 'no block', isNew: true }],
        unjudged: [pair],
      },
      '1.2.3',
    ) as {
      runs: {
        tool: { driver: { notifications: { id: string }[] } };
        invocations: {
          toolExecutionNotifications: {
            descriptor: { id: string };
            locations: { physicalLocation: { region: { startLine: number } } }[];
          }[];
        }[];
        results: unknown[];
      }[];
    };
    const [run] = log.runs;
    const [{ toolExecutionNotifications: [said] = [] } = { toolExecutionNotifications: [] }] =
      run!.invocations;
    assert.equal(run!.tool.driver.notifications[0]!.id, said!.descriptor.id);
    assert.equal(said!.locations[0]!.physicalLocation.region.startLine, 3);
    const [fault, ...others] = run!.results as { ruleId: string; level: string }[];
    assert.deepEqual([fault!.ruleId, fault!.level, others.length], ['fault', 'error', 0]);
  });

  it('name files as the repository does, so that ids agree whatever way a path was given', () => {
    const place = (file: string) => ({ id: `${file}#k`, name: 'k', path: file, line: 1 });
    const check: CheckResult = {
      gpu: 'h100-sxm',
      mode: 'streams',
      maxSlowdown: null,
      judged: 'slowdown',
      kernels: [{ ...place('/repo/src/a.cu'), timeNs: 1, origin: 'simulated' }],
      programs: [
        { name: 'main', path: '/repo/src/run.cu', line: 3, timeNs: 5, origin: 'simulated', timeline: null },
      ],
      slowdowns: [
        {
          ...place('./src/a.cu'),
          path: 'src/run.cu',
          beside: place('/elsewhere/b.cu'),
          slowdown: null,
          running: null,
          origin: null,
          error: null,
        },
      ],
      unjudged: [],
      unread: [],
      races: [],
      faults: [],
      complete: false,
      held: null,
      findings: [{ ...finding, path: '/repo/src/a.cu' }],
      notCompared: [],
    };
    const { kernels, programs, slowdowns, findings } = withRelativePaths(check, '/repo');
    assert.deepEqual([kernels[0]!.id, kernels[0]!.path], ['src/a.cu#k', 'src/a.cu']);
    assert.deepEqual([slowdowns[0]!.id, slowdowns[0]!.path], ['src/a.cu#k', 'src/run.cu']);
    assert.equal(slowdowns[0]!.beside.path, '/elsewhere/b.cu');
    assert.equal(findings[0]!.path, 'src/a.cu');
    assert.equal(programs[0]!.path, 'src/run.cu');
  });
});
