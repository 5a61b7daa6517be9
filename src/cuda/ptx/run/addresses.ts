import type { PtxFunction, PtxModule, PtxVariable } from '../module';
import { initialise, Layout, type Bytes, type GlobalMemory } from './memory';

/** Distance of the values that stand for functions. */
const FUNCTION_DISTANCE = 16;

/** Where the variables of a program lie. */
export class Addresses {
  readonly constants = new Layout();
  readonly shared = new Layout();
  readonly kernelParameters = new Layout();
  /** Parameters of device functions and of calls, of each thread. */
  readonly calls = new Layout();
  private readonly locals = new Map<string, Layout>();
  private readonly global = new Map<string, number>();
  private readonly functions: readonly PtxFunction[];
  /** Global variables that this program brings along. */
  private readonly fresh = new Set<string>();
  private dynamicStart: number | null = null;

  constructor(
    private readonly module: PtxModule,
    kernel: PtxFunction,
    memory: GlobalMemory,
    reachable: readonly PtxFunction[],
  ) {
    this.functions = [...module.functions.values()];
    for (const parameter of kernel.parameters) this.kernelParameters.add(parameter);
    for (const variable of module.variables) this.placeModule(variable, memory);
    for (const made of reachable) this.placeFunction(made, made === kernel, memory);
    // Shared arrays whose extent the launch tells lie behind all others.
    for (const variable of [...module.variables, ...reachable.flatMap(({ variables }) => variables)])
      if (variable.space === 'shared' && variable.bytes === 0) this.placeDynamic(variable);
  }

  private placeModule(variable: PtxVariable, memory: GlobalMemory): void {
    if (variable.space === 'const') this.constants.add(variable);
    else if (variable.space === 'shared' && variable.bytes > 0) this.shared.add(variable);
    else if (variable.space === 'global') this.global.set(variable.name, this.allocated(variable, memory));
  }

  private placeFunction(made: PtxFunction, isKernel: boolean, memory: GlobalMemory): void {
    const local = new Layout();
    this.locals.set(made.entry, local);
    const inCalls = isKernel ? [] : [...made.parameters, ...made.results];
    for (const variable of inCalls) this.calls.add(scoped(made, variable));
    for (const variable of made.variables) {
      if (variable.space === 'local') local.add(variable);
      else if (variable.space === 'shared' && variable.bytes > 0) this.shared.add(scoped(made, variable));
      else if (variable.space === 'param') this.calls.add(scoped(made, variable));
      else if (variable.space === 'global')
        this.global.set(key(made, variable.name), this.allocated(variable, memory));
      else if (variable.space === 'const') this.constants.add(scoped(made, variable));
    }
  }

  /** A variable keeps what an earlier run has left in the memory. */
  private allocated({ name, bytes }: PtxVariable, memory: GlobalMemory): number {
    const known = memory.allocations.find((one) => one.name === name);
    if (known === undefined) this.fresh.add(name);
    return (known ?? memory.allocate(name, bytes)).address;
  }

  private placeDynamic(variable: PtxVariable): void {
    this.dynamicStart ??= Math.ceil(this.shared.size / 16) * 16;
    this.shared.size = this.dynamicStart;
    this.shared.add(variable);
  }

  /** Bytes of a thread's local variables of a function. */
  localBytes(made: PtxFunction): number {
    return Math.ceil((this.locals.get(made.entry)?.size ?? 0) / 16) * 16;
  }

  isLocal(made: PtxFunction, name: string): boolean {
    return this.localPlace(made, name) !== null;
  }

  /** Place of a local variable in the part of a function. */
  localPlace(made: PtxFunction, name: string): number | null {
    return this.locals.get(made.entry)?.placeOf(name) ?? null;
  }

  /** A parameter of a call or of the function as it lies among those of all functions. */
  parameter(made: PtxFunction, name: string): { readonly place: number; readonly bytes: number } | null {
    const place = this.calls.placeOf(key(made, name));
    const found = [...made.parameters, ...made.results, ...made.variables].find((one) => one.name === name);
    return place === undefined || found === undefined ? null : { place, bytes: found.bytes };
  }

  /** Address of a variable in its space, or the value that stands for a function; null for an unknown name. */
  of(made: PtxFunction, name: string): number | null {
    const own = key(made, name);
    const inCalls = this.calls.placeOf(own);
    if (inCalls !== undefined) return this.parameterBytes + inCalls;
    for (const layout of [this.shared, this.constants]) {
      const place = layout.placeOf(own) ?? layout.placeOf(name);
      if (place !== undefined) return place;
    }
    const known = this.global.get(own) ?? this.global.get(name) ?? this.kernelParameters.placeOf(name);
    if (known !== undefined) return known;
    const place = this.functions.findIndex(({ entry }) => entry === name);
    return place === -1 ? null : (place + 1) * FUNCTION_DISTANCE;
  }

  /** The function that a value stands for. */
  functionAt(value: number): PtxFunction | undefined {
    return this.functions[value / FUNCTION_DISTANCE - 1];
  }

  get parameterBytes(): number {
    return Math.ceil(this.kernelParameters.size / 16) * 16;
  }

  /** Writes what constants and global variables hold at the start. */
  initialise(constants: Bytes, memory: GlobalMemory): void {
    const addressOf = (symbol: string): number => this.of(this.functions[0]!, symbol) ?? 0;
    for (const { name, space, initial } of this.module.variables) {
      if (space === 'const') initialise(constants, this.constants.placeOf(name)!, initial, addressOf);
      if (space !== 'global' || !this.fresh.has(name)) continue;
      const allocation = memory.allocations.find((one) => one.name === name)!;
      initialise(allocation.bytes, 0, initial, addressOf);
    }
  }
}

function key(made: PtxFunction, name: string): string {
  return `${made.entry} ${name}`;
}

function scoped(made: PtxFunction, variable: PtxVariable): PtxVariable {
  return { ...variable, name: key(made, variable.name) };
}
