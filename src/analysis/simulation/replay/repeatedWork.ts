import type { LoopStatement, Statement } from '../../../kernel/program';
import type { ScenarioApp } from '../../../kernel/scenario';
import { instructionsPerBlock } from '../launchWork';

/** A loop is what a block does where it has so many of its instructions. */
const MOST_OF_ALL = 0.95;
/** Rounds of a loop, on the mean, of which a part is a sample. */
const MANY_ROUNDS = 12;

/** Whether a block does little else than go round one loop many times, of which a few rounds are a sample. */
export function isOneLoop(app: ScenarioApp): boolean {
  const all = instructionsPerBlock(app);
  return loopsIn(app.program!.body).some(({ loop, inPlace }) => {
    const inLoop = instructionsPerBlock(app, [inPlace(loop)]);
    const inRound = instructionsPerBlock(app, [inPlace({ ...loop, trips: 1 })]);
    return inLoop >= MOST_OF_ALL * all && inLoop >= MANY_ROUNDS * inRound;
  });
}

interface PlacedLoop {
  readonly loop: LoopStatement;
  /** The conditions around it, with a loop in its place and nothing else. */
  readonly inPlace: (loop: LoopStatement) => Statement;
}

/** Outermost loops, of both sides of conditions. */
function loopsIn(body: readonly Statement[]): readonly PlacedLoop[] {
  return body.flatMap((statement): readonly PlacedLoop[] => {
    if (statement.op === 'loop') return [{ loop: statement, inPlace: (loop) => loop }];
    if (statement.op !== 'if') return [];
    return [
      ...loopsIn(statement.then).map(({ loop, inPlace }) => ({
        loop,
        inPlace: (one: LoopStatement): Statement => ({ ...statement, then: [inPlace(one)], else: [] }),
      })),
      ...loopsIn(statement.else ?? []).map(({ loop, inPlace }) => ({
        loop,
        inPlace: (one: LoopStatement): Statement => ({ ...statement, then: [], else: [inPlace(one)] }),
      })),
    ];
  });
}
