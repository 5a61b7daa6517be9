import { message } from '../../../kernel/message';
import { countTrips, type CountedTrips } from '../../reading/body/countedLoops';
import { tripText, unknownNames } from '../../reading/body/loopPlan';
import { evaluate } from '../../reading/values/evaluate';
import { Region, type Carried, type Counter, type Value } from '../../reading/values/graph';
import { termsOf } from '../../reading/values/linear';
import { Population } from '../../reading/values/population';
import { TripCounter } from '../../reading/values/tripCount';
import { scalarOf } from '../../reading/values/types';
import { Source, type BinaryOperator } from '../../reading/values/value';
import type { PtxFunction } from '../module';
import { namesOf } from './operands';
import type { PtxReading, Registers } from './reading';
import type { FlowNode, LoopExit } from './structure';
import { inverse, replaced } from './values';

type LoopNode = Extract<FlowNode, { kind: 'loop' }>;

const STEPPING: ReadonlySet<string> = new Set(['add', 'sub', 'mul', 'div', 'shl', 'shr']);

/** Registers that a loop writes. */
interface Written {
  readonly names: readonly string[];
  /** Those that code outside of the loop reads. */
  readonly usedOutside: ReadonlySet<string>;
}

/** What an iteration makes of the registers at its start. */
interface Ahead {
  readonly insides: Registers;
  readonly ends: Registers;
  readonly test: Value | null;
}

/** A loop's counter, and the condition on which it goes on. */
interface Counted {
  readonly name: string;
  readonly counter: Counter;
  readonly test: Value;
  readonly tested: boolean;
}

/** Reads loops: how often they run follows from what one iteration makes of a register that their test looks at. */
export class LoopReader {
  private readonly exits: LoopExit[][] = [];
  private readonly conditions = new Map<number, Value>();
  private readonly written = new WeakMap<LoopNode, Written>();

  constructor(private readonly reader: PtxReading) {}

  /** The arm of a branch that stays in the loop around; null for branches that leave none. */
  stays(at: number): 'taken' | 'others' | null {
    const exit = this.exits.at(-1)?.find((one) => one.at === at);
    if (exit === undefined) return null;
    return exit.leaves === 'taken' ? 'others' : 'taken';
  }

  /** Notes the condition of a branch, for those on which a loop goes on. */
  note(at: number, holds: Value): void {
    this.conditions.set(at, holds);
  }

  run(node: LoopNode): void {
    const { reader } = this;
    const { state } = reader;
    const before = state.region!;
    const start = reader.registers;
    const written = this.writtenIn(node);
    const region = new Region(before, 'loop', Population.of([]));
    const ahead = this.lookAhead(node, region, written);
    if (!reader.looksAhead) this.write(node, region, before, ahead, written);
    this.leave(start, before, written);
  }

  /** What one iteration does, without a trace. */
  private lookAhead(node: LoopNode, region: Region, written: Written): Ahead {
    const { reader } = this;
    const before = reader.state.region;
    const start = reader.registers;
    const outer = reader.looksAhead;
    reader.looksAhead = true;
    reader.registers = new Map(start);
    const insides = this.forget(start, region, written);
    this.body(node, region);
    const ends = reader.registers;
    const exit = decisive(node.exits);
    const holds = exit === null ? undefined : this.conditions.get(exit.at);
    reader.looksAhead = outer;
    reader.registers = start;
    reader.state.region = before;
    if (exit === null || holds === undefined) return { insides, ends, test: null };
    return { insides, ends, test: exit.leaves === 'taken' ? inverse(reader.state.table, holds) : holds };
  }

  private body(node: LoopNode, region: Region): void {
    this.reader.state.region = region;
    this.exits.push([...node.exits]);
    this.reader.run(node.body);
    this.exits.pop();
  }

  /** Registers that the loop hands on hold something unknown at the start of an iteration. */
  private forget(start: Registers, region: Region, { names }: Written): Registers {
    const { state, registers } = this.reader;
    const insides: Registers = new Map();
    for (const name of names) {
      const value = start.get(name);
      if (value === undefined) continue;
      const inside = state.table.opaque(value.type, region.varying, Source.data, [], name);
      insides.set(name, inside);
      registers.set(name, inside);
    }
    return insides;
  }

  private write(node: LoopNode, region: Region, before: Region, ahead: Ahead, written: Written): void {
    const { reader } = this;
    const { state } = reader;
    const start = reader.registers;
    const number = state.loopCount++;
    const { line } = reader.made.instructions[node.first]!;
    const counted = this.counted(node, region, number, ahead, start);
    state.ledger.open(before, [region]);
    if (counted === null) this.openLoop(region, before, number, ahead.test, line);
    else this.countedLoop(region, before, counted, line);
    if (node.exits.length > 1) reader.assume(message('cuda.ptxLoopLeft'), line, null, null);
    reader.registers = new Map(start);
    const insides = this.forget(start, region, written);
    if (counted !== null) reader.registers.set(counted.name, counted.counter.index);
    this.body(node, region);
    const ends = reader.registers;
    state.region = before;
    const carried: Carried[] = [];
    for (const name of written.names) {
      const inside = insides.get(name);
      const end = ends.get(name) ?? null;
      if (inside === undefined && (end === null || !written.usedOutside.has(name))) continue;
      const { type } = inside ?? end!;
      const behind = state.table.opaque(type, before.varying, Source.data, [], name);
      const own = inside ?? state.table.opaque(type, region.varying, Source.data, [], name);
      carried.push({ inside: own, start: start.get(name) ?? null, end, behind });
      this.behind.set(name, behind);
    }
    region.carried = carried;
  }

  /** Values that registers have behind the loop that was written last. */
  private readonly behind: Registers = new Map();

  private leave(start: Registers, before: Region, { names, usedOutside }: Written): void {
    const { reader } = this;
    const { state } = reader;
    const ends = reader.registers;
    reader.registers = new Map(start);
    for (const name of names) {
      const known = this.behind.get(name);
      const type = start.get(name)?.type ?? ends.get(name)?.type;
      if (known !== undefined) reader.registers.set(name, known);
      else if (type !== undefined && (start.has(name) || usedOutside.has(name)))
        reader.registers.set(name, state.table.opaque(type, before.varying, Source.data, [], name));
    }
    this.behind.clear();
  }

  /** A register that each iteration moves by the same step and that the test looks at. */
  private counted(
    { exits }: LoopNode,
    region: Region,
    number: number,
    { insides, ends, test }: Ahead,
    start: Registers,
  ): Counted | null {
    const { table } = this.reader.state;
    if (test === null) return null;
    const tested = decisive(exits)?.stands === 'head';
    for (const [name, inside] of insides) {
      const end = ends.get(name)!;
      const move = moveOf(table, end, inside, region);
      if (move === null || inside.type.kind !== 'scalar' || !(within(test, inside) || within(test, end)))
        continue;
      const from = start.get(name)!;
      const sources = from.sources | move.step.sources | Source.index;
      const evaluable = from.evaluable && move.step.evaluable;
      const index = table.index(number, name, inside.type, sources, evaluable, region);
      const back = tested ? index : indexBefore(table, index, move);
      const places = new Map<Value, Value>(tested ? [[inside, index]] : [[end, index]]);
      if (back !== null) places.set(inside, back);
      const own = replaced(table, test, places);
      if (within(own, inside)) continue;
      const counter = { loop: number, start: from, operator: move.operator, step: move.step, index };
      return { name, counter, test: own, tested };
    }
    return null;
  }

  private countedLoop(
    region: Region,
    before: Region,
    { counter, test, tested }: Counted,
    line: number,
  ): void {
    const { reader } = this;
    const { state } = reader;
    const name = `trips_line${line}`;
    const given = state.givenNumber(name);
    const { defaults } = state.context;
    const stride = Math.abs(evaluateAnywhere(counter.step, before) ?? 0);
    const argument = Math.max(defaults.argument, stride);
    const trips = new TripCounter(counter, test, tested, (symbol) =>
      (symbol.sources & Source.argument) !== 0 ? argument : defaults.compileTime,
    );
    const sources = test.sources | counter.start.sources | counter.step.sources;
    const outerLoops = [...new Set([...counter.start.loops, ...counter.step.loops, ...test.loops])].filter(
      (loop) => loop !== counter.loop,
    );
    const counts: CountedTrips = countTrips({ before }, sources, outerLoops, (point) => {
      if (given !== null) return given;
      const found = trips.tripsAt(point);
      return Number.isNaN(found) ? defaults.dataTrips : found;
    });
    const known = counter.start.evaluable && counter.step.evaluable && test.evaluable;
    region.population = before.population.iterated({
      loop: counter.loop,
      uniformTrips: counts.uniform,
      trips: counts.at,
      valuesAt: (point) => trips.valuesAt(point),
      outerLoops,
    });
    region.count = {
      number: counter.loop,
      counter,
      uniform: given ?? counts.uniform,
      mean: counts.mean,
      trips: counts.at,
      outerLoops,
      test,
      tested,
      known: known && given === null,
      followed: false,
      exits: [],
    };
    if (known) return;
    const names = [...new Set([test, counter.start, counter.step].flatMap(unknownNames))];
    const counted = Math.round(counts.mean * 100) / 100;
    const text = tripText(test, counter.index, counter.start, counter.operator, counter.step);
    const code = names.length > 0 ? 'cuda.loopRunsUnknown' : 'cuda.loopRuns';
    const said = message(code, { trips: text, names: names.slice(0, 4), counted });
    const isGuess = given === null && (sources & Source.data) !== 0;
    reader.assume(said, line, name, counts.mean, isGuess ? { isGuess } : {});
  }

  /** A loop that nothing counts. */
  private openLoop(region: Region, before: Region, number: number, test: Value | null, line: number): void {
    const { reader } = this;
    const { state } = reader;
    const name = `trips_line${line}`;
    const given = state.givenNumber(name);
    const trips = given ?? state.context.defaults.dataTrips;
    region.population = before.population.scaled(trips);
    const text = test === null ? message('cuda.untilLeft') : message('cuda.whileTest', { test: test.text });
    const said = message('cuda.dataLoop', { text, trips });
    reader.assume(said, line, name, trips, given === null ? { isGuess: true } : {});
    region.count = {
      number,
      counter: null,
      uniform: trips,
      mean: trips,
      trips: () => trips,
      outerLoops: [],
      test: null,
      tested: true,
      known: false,
      followed: false,
      exits: [],
    };
  }

  private writtenIn(node: LoopNode): Written {
    let written = this.written.get(node);
    if (written === undefined) this.written.set(node, (written = writtenBy(node, this.reader.made)));
    return written;
  }
}

/** The exit whose condition counts the iterations: behind the body, or in front of it, or the only one. */
function decisive(exits: readonly LoopExit[]): LoopExit | null {
  return (
    exits.find(({ stands }) => stands === 'end') ??
    exits.find(({ stands }) => stands === 'head') ??
    (exits.length === 1 ? exits[0]! : null)
  );
}

interface Move {
  readonly operator: BinaryOperator;
  readonly step: Value;
}

/** How an iteration moves a value; null for other changes. */
function moveOf(table: PtxReading['state']['table'], end: Value, inside: Value, region: Region): Move | null {
  const sum = constantStep(end, inside);
  if (sum !== null) return { operator: 'add', step: table.constant(sum, inside.type) };
  const [a, b] = end.args;
  if (end.kind !== 'binary' || a === undefined || b === undefined || !STEPPING.has(end.name)) return null;
  const [first, second] = [unwrapped(a), unwrapped(b)];
  const commutes = end.name === 'add' || end.name === 'mul';
  const step = first === inside ? b : commutes && second === inside ? a : null;
  if (step === null || region.encloses(step.region)) return null;
  return { operator: end.name as BinaryOperator, step };
}

/** What a chain of sums adds to a value; null where that is no number. */
function constantStep(end: Value, inside: Value): number | null {
  if (end.kind !== 'binary') return null;
  const terms = termsOf(end);
  const own = terms.filter(({ factors }) => factors.includes(inside));
  if (own.length !== 1 || own[0]!.coefficient !== 1 || own[0]!.factors.length !== 1) return null;
  const rest = terms.filter((term) => term !== own[0]);
  const isNumber = rest.length > 0 && rest.every(({ factors }) => factors.length === 0);
  return isNumber ? rest.reduce((sum, { coefficient }) => sum + coefficient, 0) : null;
}

function unwrapped(value: Value): Value {
  return value.kind === 'convert' && scalarOf(value.type) !== 'bool' ? unwrapped(value.args[0]!) : value;
}

/** The counter's value in front of its move; null where that cannot be undone. */
function indexBefore(
  table: PtxReading['state']['table'],
  index: Value,
  { operator, step }: Move,
): Value | null {
  if (operator === 'add') return table.binary('sub', index, step);
  return operator === 'sub' ? table.binary('add', index, step) : null;
}

function within(value: Value, part: Value): boolean {
  const seen = new Set<Value>();
  const visit = (one: Value): boolean => {
    if (one === part) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return one.args.some(visit);
  };
  return visit(value);
}

function evaluateAnywhere(value: Value, { population }: Region): number | null {
  const [point] = population.points(value.loops);
  const number = point === undefined ? NaN : evaluate(value, point);
  return Number.isNaN(number) ? null : number;
}

function writtenBy({ body }: LoopNode, { instructions }: PtxFunction): Written {
  const inside = new Set<number>();
  placesOf(body, inside);
  const names = new Set<string>();
  for (const place of inside) {
    const { opcode, operands } = instructions[place]!;
    if (/^(st|red|bra|brx|bar|ret|exit)$/.test(opcode[0] ?? '') || operands.length === 0) continue;
    for (const name of namesOf(operands[0]!).flatMap((one) => one.split('|'))) names.add(name);
  }
  const usedOutside = new Set<string>();
  instructions.forEach(({ operands, guard }, place) => {
    if (inside.has(place)) return;
    for (const operand of [...operands, guard?.register ?? ''])
      for (const [name] of operand.matchAll(/[A-Za-z_$%][\w$#]*/g))
        if (names.has(name)) usedOutside.add(name);
  });
  return { names: [...names], usedOutside };
}

function placesOf(nodes: readonly FlowNode[], found: Set<number>): void {
  for (const node of nodes)
    switch (node.kind) {
      case 'code':
        for (let place = node.from; place < node.to; place++) found.add(place);
        break;
      case 'branch':
        found.add(node.at);
        placesOf(node.taken, found);
        placesOf(node.others, found);
        break;
      case 'table':
      case 'ways':
        for (const arm of node.arms) placesOf(arm, found);
        break;
      case 'loop':
        placesOf(node.body, found);
        break;
    }
}
