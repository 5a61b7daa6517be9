import { message } from '../../kernel/message';
import type { BarrierStatement, LoopStatement, MemorySpace, Statement } from '../../kernel/program';
import { fieldFault } from '../../kernel/result';
import { WARP_SIZE } from '../../kernel/warp';
import { C } from '../core/counterColumns';
import { UNIT_TICKS } from '../core/sizes';
import { type CounterName } from '../core/counters';
import { longestWait } from '../spec/longestWait';
import { STEP_MULTIPLY_ADDS, UNITS, type SimulatorSpec } from '../spec/simulatorSpec';
import { matrixCycles } from '../spec/tensorRates';
import { addAccess, arrayOf } from './compileAccess';
import { addCondition, addPolling, addTrips, type CompiledTrips } from './compileControl';
import type { DeviceMemory } from './deviceMemory';
import { constantOf } from './constants';
import { COUNT_BLOCK, POLL } from './gridBarrier';
import { type ImageBuilder, type OpRow } from './image';
import { MAX_DEPTH, Op } from './operations';
import {
  createContext,
  wholeAtLeastOne,
  type KernelContext,
  type KernelSource,
  type StatementScope,
} from './kernelContext';
import { sharedArrays, type SharedArray } from './sharedData';

/** Longest rest of one statement: a second. */
const MAX_SLEEP_NS = 1e9;

/** Names of loads that one kernel may use. */
const MAX_NAMES = 31;

/** A kernel in the image with what the dispatcher needs. */
export interface CompiledKernel {
  readonly name: string;
  readonly firstOp: number;
  readonly source: KernelSource;
  readonly blocks: number;
  readonly threadsPerBlock: number;
  readonly warpsPerBlock: number;
  readonly registersPerThread: number;
  readonly sharedBytes: number;
  readonly codeBytes: number;
  /** Where a part of a GPU is simulated, what its blocks touch more of than the part's share. */
  readonly sharedArrays: readonly SharedArray[];
}

/** Compiles one kernel into `builder`; faults are `InputError`s that name the field of the scenario. */
export function compileKernel(
  source: KernelSource,
  spec: SimulatorSpec,
  memory: DeviceMemory,
  builder: ImageBuilder,
): CompiledKernel {
  const context = createContext(source, spec, memory, builder);
  const compiler = new StatementCompiler(context);
  const firstOp = builder.opCount;
  compiler.compileBlock(source.program.body, {
    field: `${source.field}.program.body`,
    depth: 0,
    loops: new Map(),
    trips: new Map(),
    guarded: false,
  });
  compiler.finish();
  const threadsPerBlock = context.constants.get('threadsPerBlock')!;
  return {
    name: source.program.name,
    firstOp,
    source,
    blocks: source.launch.blocks,
    threadsPerBlock,
    warpsPerBlock: Math.ceil(threadsPerBlock / WARP_SIZE),
    registersPerThread: source.program.registersPerThread,
    sharedBytes: context.sharedBytes,
    codeBytes: compiler.codeBytes,
    sharedArrays:
      spec.partOfGpu === undefined
        ? []
        : sharedArrays(context.reaches, source.launch, spec.partOfGpu, context.kept.surpluses),
  };
}

type MemoryStatement = Extract<Statement, { array: string }>;

/** Counter of a memory statement by what it does and where. */
const MEMORY_COUNTERS: Readonly<Record<'load' | 'store', Readonly<Record<MemorySpace, CounterName | null>>>> =
  {
    load: {
      global: 'globalLoad',
      local: 'localLoad',
      texture: 'textureLoad',
      constant: 'constantLoad',
      shared: 'sharedLoad',
    },
    store: {
      global: 'globalStore',
      local: 'localStore',
      texture: null,
      constant: null,
      shared: 'sharedStore',
    },
  };

class StatementCompiler {
  codeBytes = 0;

  constructor(private readonly context: KernelContext) {}

  compileBlock(statements: readonly Statement[], scope: StatementScope): void {
    statements.forEach((statement, i) =>
      this.compile(statement, { ...scope, field: `${scope.field}[${i}]` }),
    );
  }

  /** Ends the program: a warp leaves when all its loads have returned. */
  finish(): void {
    this.emit({ kind: Op.exit, counter: C.control, wait: -1, distance: 0 });
  }

  private compile(statement: Statement, scope: StatementScope): void {
    switch (statement.op) {
      case 'compute':
        return this.compute(statement, scope);
      case 'load':
      case 'store':
      case 'atomic':
      case 'asyncCopy':
        return this.memory(statement, scope);
      case 'barrier':
        return this.barrier(statement, scope);
      case 'sleep':
        return this.sleep(statement, scope);
      case 'loop':
        return this.loop(statement, scope);
      case 'if':
        return this.branch(statement, scope);
    }
  }

  private compute(statement: Extract<Statement, { op: 'compute' }>, scope: StatementScope): void {
    const timing = {
      ...this.context.spec.sm.classes[statement.class],
      ...this.matrixTiming(statement, scope),
    };
    const count = wholeAtLeastOne(statement.count ?? 1, this.context.constants, `${scope.field}.count`);
    this.emit({
      kind: Op.compute,
      counter: C[statement.class],
      unit: UNITS.indexOf(timing.unit),
      latency: timing.latencyCycles,
      interval: unitTicks(timing.lanes),
      count,
      distance: statement.distance ?? 1,
      wait: this.waitMask(statement.after, scope),
    });
  }

  /** Latency and lanes of a matrix instruction by what it computes: its result is there no sooner than the core is done. */
  private matrixTiming(
    { class: name, matrix }: Extract<Statement, { op: 'compute' }>,
    scope: StatementScope,
  ) {
    if (matrix === undefined) return {};
    const { spec } = this.context;
    if (name !== 'tensor') throw fieldFault(`${scope.field}.matrix`, message('simulator.noMatrixClass'));
    const { latencyCycles, lanes } = spec.sm.classes.tensor;
    const usual = (WARP_SIZE / lanes) * (matrix.multiplyAdds / STEP_MULTIPLY_ADDS);
    const cycles =
      spec.sm.tensor === undefined ? usual : matrixCycles(matrix, spec.sm.tensor, spec.sm.schedulers);
    if (cycles === null)
      throw fieldFault(
        `${scope.field}.matrix.type`,
        message('simulator.noMatrixType', { type: matrix.type, gpu: spec.id }),
      );
    const latest = Math.min(Math.max(latencyCycles, Math.round(cycles)), longestWait(spec));
    return { latencyCycles: latest, lanes: WARP_SIZE / cycles };
  }

  private sleep(statement: Extract<Statement, { op: 'sleep' }>, scope: StatementScope): void {
    const { spec, constants } = this.context;
    const ns = constantOf(statement.ns, constants, `${scope.field}.ns`);
    if (!(ns >= 0 && ns <= MAX_SLEEP_NS))
      throw fieldFault(`${scope.field}.ns`, message('simulator.sleepTime', { value: ns, max: MAX_SLEEP_NS }));
    this.emit({
      kind: Op.sleep,
      counter: C.control,
      latency: Math.max(1, Math.round((ns * spec.coreClockMHz) / 1000)),
      distance: 0,
      wait: this.waitMask(statement.after, scope),
    });
    this.emit({ kind: Op.awake, counter: 0, count: 0, distance: 0 });
  }

  private memoryInterval(): number {
    const { handOver, memoryLanes } = this.context.spec.sm;
    return handOver === undefined ? unitTicks(memoryLanes) : handOver.cycles * UNIT_TICKS;
  }

  private memory(statement: MemoryStatement, scope: StatementScope): void {
    const array = arrayOf(this.context, statement.array, scope.field);
    const wait = this.waitMask(statement.after, scope);
    const token =
      'into' in statement && statement.into !== undefined ? this.token(statement.into, scope) : -1;
    this.emit({
      ...this.memoryKind(statement, array.space, scope),
      unit: UNITS.indexOf('memory'),
      interval: this.memoryInterval(),
      distance: statement.distance ?? 1,
      // A name may be loaded again only when its former value has arrived.
      wait: token < 0 ? wait : wait | (1 << token),
      token,
      depth: scope.depth,
      row: addAccess(this.context, scope, {
        array: statement.array,
        index: statement.index,
        vector: ('vector' in statement ? statement.vector : undefined) ?? 1,
        bypass: statement.op === 'asyncCopy' || (statement.op === 'load' && statement.cache === 'bypass'),
      }),
    });
  }

  private memoryKind(
    statement: MemoryStatement,
    space: MemorySpace,
    scope: StatementScope,
  ): { kind: number; counter: number } {
    const refuse = (code: string): never => {
      throw fieldFault(`${scope.field}.array`, message(code, { space }));
    };
    const { op } = statement;
    if (op === 'atomic') {
      if (space !== 'global' && space !== 'shared') refuse('simulator.noAtomic');
      return space === 'shared'
        ? { kind: Op.sharedAtomic, counter: C.sharedAtomic }
        : { kind: Op.atomic, counter: C.globalAtomic };
    }
    if (op === 'asyncCopy') {
      if (space !== 'global') refuse('simulator.noAsyncCopy');
      return { kind: Op.load, counter: C.asyncCopy };
    }
    const counter = MEMORY_COUNTERS[op][space] ?? refuse('simulator.noStore');
    if (space === 'shared')
      return { kind: op === 'load' ? Op.sharedLoad : Op.sharedStore, counter: C[counter] };
    if (space === 'constant') return { kind: Op.constantLoad, counter: C[counter] };
    return { kind: op === 'load' ? Op.load : Op.store, counter: C[counter] };
  }

  private barrier(statement: BarrierStatement, scope: StatementScope): void {
    this.emitBarrier(this.waitMask(statement.after, scope));
    if (statement.scope !== 'grid') return;
    const row = addCondition(this.context, scope, 'thread == 0');
    const begin = this.emitMarker(Op.branch, row, scope);
    const inner = { ...scope, depth: scope.depth + 1, guarded: true };
    this.compileBlock(COUNT_BLOCK, inner);
    this.repeat(addPolling(this.context), POLL, inner);
    this.context.builder.setTarget(begin, this.emitMarker(Op.branchEnd, row, scope));
    this.emitBarrier(0);
  }

  private emitBarrier(wait: number): void {
    this.emit({ kind: Op.barrier, counter: C.barrier, unit: UNITS.indexOf('control'), distance: 0, wait });
  }

  private loop(statement: LoopStatement, scope: StatementScope): void {
    const trips = addTrips(this.context, scope, statement.trips);
    const loops = new Map(scope.loops);
    if (statement.name !== undefined) {
      if (this.context.constants.has(statement.name) || loops.has(statement.name))
        throw fieldFault(`${scope.field}.name`, message('simulator.nameTaken', { name: statement.name }));
      loops.set(statement.name, scope.depth);
    }
    this.repeat(trips, statement.body, { ...scope, loops });
  }

  private repeat(trips: CompiledTrips, body: readonly Statement[], scope: StatementScope): void {
    const begin = this.emitMarker(Op.loop, trips.row, scope);
    this.compileBlock(body, {
      field: `${scope.field}.body`,
      depth: scope.depth + 1,
      loops: scope.loops,
      trips: new Map(scope.trips).set(scope.depth, trips.most),
      guarded: scope.guarded || trips.lanesDiffer,
    });
    const end = this.emitMarker(Op.loopEnd, trips.row, scope);
    this.context.builder.setTarget(end, begin + 1);
    this.context.builder.setTarget(begin, end + 1);
  }

  private branch(statement: Extract<Statement, { op: 'if' }>, scope: StatementScope): void {
    const { builder } = this.context;
    const row = addCondition(this.context, scope, statement.condition);
    const begin = this.emitMarker(Op.branch, row, scope);
    const inner = { ...scope, depth: scope.depth + 1, guarded: true };
    this.compileBlock(statement.then, { ...inner, field: `${scope.field}.then` });
    const middle = statement.else === undefined ? -1 : this.emitMarker(Op.otherwise, row, scope);
    if (statement.else !== undefined)
      this.compileBlock(statement.else, { ...inner, field: `${scope.field}.else` });
    const end = this.emitMarker(Op.branchEnd, row, scope);
    builder.setTarget(begin, middle < 0 ? end : middle);
    if (middle >= 0) builder.setTarget(middle, end);
  }

  private token(name: string, scope: StatementScope): number {
    const { tokens } = this.context;
    if (!tokens.has(name)) tokens.set(name, tokens.size);
    if (tokens.size > MAX_NAMES)
      throw fieldFault(`${scope.field}.into`, message('simulator.moreLoadNames', { max: MAX_NAMES }));
    return tokens.get(name)!;
  }

  private waitMask(names: readonly string[] | undefined, scope: StatementScope): number {
    let mask = 0;
    for (const [i, name] of (names ?? []).entries()) {
      const token = this.context.tokens.get(name);
      if (token === undefined)
        throw fieldFault(`${scope.field}.after[${i}]`, message('simulator.noLoadBefore', { name }));
      mask |= 1 << token;
    }
    return mask;
  }

  private emitMarker(kind: number, row: number, scope: StatementScope): number {
    if (scope.depth >= MAX_DEPTH)
      throw fieldFault(scope.field, message('simulator.nestedDeeper', { max: MAX_DEPTH }));
    this.emit({ kind, counter: 0, row, depth: scope.depth, count: 0, distance: 0 });
    return this.context.builder.opCount - 1;
  }

  private emit(op: Partial<OpRow> & { kind: number; counter: number }): void {
    const row = {
      unit: UNITS.indexOf('control'),
      latency: 1,
      interval: unitTicks(WARP_SIZE),
      count: 1,
      distance: 1,
      wait: 0,
      token: -1,
      row: -1,
      target: -1,
      depth: 0,
      code: this.codeBytes,
      ...op,
    };
    this.context.builder.addOp(row);
    this.codeBytes += row.count * this.context.spec.sm.instructionBytes;
  }
}

function unitTicks(lanes: number): number {
  return Math.max(1, Math.round((UNIT_TICKS * WARP_SIZE) / lanes));
}
