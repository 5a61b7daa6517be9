import type { Table } from '../entry';

/** What `corun check` says. */
export const check = {
  'check.heading': {
    plural: 'pairs',
    one: 'One pair of kernels that can run together, on {gpu}, sharing: {mode}',
    other: '{pairs:count} pairs of kernels that can run together, on {gpu}, sharing: {mode}',
  },
  'check.where': 'launched at',
  'check.kernel': 'kernel',
  'check.beside': 'beside',
  'check.slowdown': 'takes as long',
  'check.running': 'runs',
  'check.both':
    'Takes as long: until it is done, waiting for SMs that the other one holds included, as a latency has it. Runs: how much slower it is once it has them, launched again and again beside the other; --running holds that against the limit.',
  'check.ofIt': '{text}; once it has its SMs it runs {running:factor} as long, the rest is waiting',
  'check.unknown': {
    plural: 'unknown',
    one: 'One slowdown is not known, and nothing was held against it.',
    other: '{unknown:count} slowdowns are not known, and nothing was held against them.',
  },
  'check.toType': 'to tell it: {how}',
  'check.unjudged': '{name} beside {beside} was not judged: {needs}',
  'check.error': 'error',
  'check.warning': 'warning',
  'check.above':
    '{name} takes {value:factor} as long while {beside} runs, more than the {limit:factor} that is allowed',
  'check.aboveRunning':
    '{name} runs {value:factor} as long beside {beside} once it has its SMs, more than the {limit:factor} that is allowed',
  'check.worse': '{name} takes {value:factor} as long while {beside} runs, it was {limit:factor}',
  'check.longer': '{name} takes {value:duration}, it was {limit:duration}',
  'check.program':
    'the program {name} takes {value:duration} from its first call to the end, it was {limit:duration}',
  'check.gone': 'Only the baseline has {names}: not compared.',
  'check.untimed': 'Only the baseline has a time of {names}: not compared.',
  'check.otherEvidence':
    'In the baseline the times of {names} rest on other evidence (a simulation in the place of an estimate, or the reverse): not compared.',
  'check.estimate': '{text}; an estimate whose error is not known, which fails no check',
  'check.within':
    '{text}; its typical error of {error:percent} is larger than that, so it fails no check: measure it',
  'check.passed': 'Nothing to object to.',
  'check.passedButRaces': 'Nothing to object to beside the races above.',
  'check.passedKnown': 'Nothing to object to in what is known.',
  'check.noLimit':
    'Nothing was held against a limit: --max-slowdown X fails above X, --baseline FILE where something got worse than in an earlier --json.',
  'check.noPair':
    'Nothing to object to: no two kernels of one program can run together, each program uses one stream or waits in between. --mode mps has kernels of different programs meet.',
  'check.nothingJudged': 'Nothing could be judged (exit code 4): {why}',
  'check.whyNoKernels': 'no kernels were found.',
  'check.fault': 'will fail: {what}',
  'check.race': 'race: {what}',
  'check.whyRaces':
    'where kernels run at the same time, they race, which is said above. Order them by an event, or put them in one stream.',
  'check.whyNotFollowed':
    'no two kernels are known to run together, and what was not followed may launch some that do.',
  'check.whyUnknown': 'no slowdown is known; what would tell them is said above.',
  'check.incomplete': 'Not all could be judged (exit code 4, --complete): what is missing is said above.',
  'check.whyNothingInBoth':
    'no time and no slowdown is known both here and in the baseline. Write the baseline with the same options, simulations included (--simulate KERNELS).',
  'check.failed': {
    plural: 'failed',
    one: 'One thing to object to.',
    other: '{failed:count} things to object to.',
  },
  'check.ruleSlowdown': 'A kernel is slowed down more than is allowed by one that can run beside it',
  'check.ruleWorse': 'A kernel is slowed down more than in the baseline by one that can run beside it',
  'check.ruleLonger': 'A launch takes longer than in the baseline',
  'check.ruleProgram': 'A program takes longer than in the baseline',
  'check.ruleFault': 'A launch fails as it is written',
  'check.ruleUnjudged': 'Two kernels that can run together, of which no slowdown is known',
} as const satisfies Table;
