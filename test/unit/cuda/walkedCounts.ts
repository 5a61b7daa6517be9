import { evaluate, parseExpression, type Expression } from '../../../src/kernel/expression';
import type { KernelProgram, LoopStatement, Statement } from '../../../src/kernel/program';
import { volume } from '../../../src/kernel/symbolic';
import { launchNames, threadVariable, type ProgramLaunch } from '../../../src/kernel/totals/programLaunch';

type Counts = Record<string, number>;

/** Instructions of a thread by class, counted by walking a program thread by thread and turn by turn. */
export function walkedCounts(program: KernelProgram, launch: ProgramLaunch): Counts {
  const walk = new Walk(program, launch);
  for (let block = 0; block < volume(launch.grid); block++)
    for (let thread = 0; thread < volume(launch.block); thread++) walk.thread(block, thread);
  const all = volume(launch.grid) * volume(launch.block);
  return Object.fromEntries(Object.entries(walk.counts).map(([name, count]) => [name, count / all]));
}

class Walk {
  readonly counts: Counts = {};
  private names = new Map<string, number>();
  private readonly parsed = new Map<string, Expression>();

  constructor(
    private readonly program: KernelProgram,
    private readonly launch: ProgramLaunch,
  ) {}

  thread(block: number, thread: number): void {
    const { grid, block: size } = this.launch;
    this.names = launchNames(this.launch, this.launch.sharedBytes);
    for (const name of ['lane', 'warp', 'thread', 'threadX', 'threadY', 'threadZ'])
      this.names.set(name, threadVariable(name, thread, size)!);
    const at = [
      block % grid[0],
      Math.floor(block / grid[0]) % grid[1],
      Math.floor(block / (grid[0] * grid[1])),
    ];
    ['X', 'Y', 'Z'].forEach((axis, place) => {
      this.names.set(`block${axis}`, at[place]!);
      this.names.set(`global${axis}`, at[place]! * size[place]! + this.names.get(`thread${axis}`)!);
    });
    this.names.set('block', block);
    this.names.set('globalThread', block * volume(size) + thread);
    this.run(this.program.body, 1);
    this.add('control', 1);
  }

  private run(statements: readonly Statement[], times: number): void {
    for (const statement of statements) this.step(statement, times);
  }

  private step(statement: Statement, times: number): void {
    switch (statement.op) {
      case 'compute':
        return this.add(
          statement.exchange === true ? 'shuffle' : statement.class,
          times * this.number(statement.count ?? 1),
        );
      case 'load':
      case 'store':
        return this.add(
          `${this.program.arrays?.[statement.array]?.space ?? 'global'}${statement.op === 'load' ? 'Load' : 'Store'}`,
          times,
        );
      case 'asyncCopy':
        return this.add('globalLoad', times);
      case 'sleep':
        return this.add('control', times);
      case 'loop':
        return this.loop(statement, times);
      case 'if': {
        const { condition, then, else: otherwise = [] } = statement;
        const share = typeof condition === 'string' ? this.holds(condition) : condition.probability;
        if (share > 0) this.run(then, times * share);
        if (share < 1) this.run(otherwise, times * (1 - share));
        return;
      }
      default:
        return this.add(statement.op, times);
    }
  }

  private loop({ name, trips, body }: LoopStatement, times: number): void {
    if (typeof trips === 'object' && !('start' in trips)) {
      const [low, high] = 'uniform' in trips ? trips.uniform : [1, 1];
      return this.run(body, (times * (this.number(low) + this.number(high))) / 2);
    }
    const count =
      typeof trips === 'object'
        ? Math.ceil((this.number(trips.below) - this.number(trips.start)) / this.number(trips.step))
        : this.number(trips);
    for (let turn = 0; turn < count; turn++) {
      if (name !== undefined) this.names.set(name, turn);
      this.run(body, times);
    }
  }

  private holds(condition: string): number {
    const [, left = '', operator = '', right = ''] = /^([^<>=!]+)(<=|>=|==|!=|<|>)([^<>=!]+)$/.exec(
      condition,
    )!;
    const [a, b] = [this.number(left), this.number(right)];
    const order = Math.sign(a - b);
    const held = { '<': [-1], '<=': [-1, 0], '>': [1], '>=': [0, 1], '==': [0], '!=': [-1, 1] }[operator]!;
    return held.includes(order) ? 1 : 0;
  }

  private number(quantity: number | string): number {
    if (typeof quantity === 'number') return quantity;
    let expression = this.parsed.get(quantity);
    if (expression === undefined)
      this.parsed.set(quantity, (expression = parseExpression(quantity, 'program')));
    return evaluate(expression, this.names, 'program');
  }

  private add(name: string, count: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + count;
  }
}
