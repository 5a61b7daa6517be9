import { message } from '../../kernel/message';
import { withoutTrailing } from '../../kernel/texts';
import { evaluate } from '../constants/evaluate';
import type { LaunchSite } from '../structure/launches';
import { callArguments } from './callArguments';
import type { DeviceCalls, HostState, RuntimeCall } from './deviceCalls';
import type { Frame } from './frame';
import { Graphs } from './graphs';
import type { HostCall } from './hostCall';
import { productOf } from './productOf';
import { COPY_NODES, MEMSET_NODE_BYTES } from './runtimeCalls';

/** Calls that capture graphs, put them together by nodes and launch them, in a program that is followed. */
export class GraphCalls {
  /** What the graphs of the program run, by names of graphs and of their executable forms. */
  private readonly graphs = new Graphs();

  /** The last kernel or graph that became a node of a graph, as its call names it. */
  private readonly lastNodes = new Map<string, string>();

  constructor(
    private readonly state: HostState,
    private readonly device: DeviceCalls,
  ) {}

  /** Acts on a call of the runtime; whether it was one of these. */
  call(call: RuntimeCall): boolean {
    const { frame, name, texts, scope } = call;
    const { record, proved } = this.state;
    const named = (position: number): string => frame.canonical(texts[position] ?? '', scope) ?? 'graph';
    const stream = (position: number): string => frame.stream(texts[position] ?? '', scope);
    switch (name) {
      case 'cudaStreamBeginCapture':
        proved.beginCapture();
        this.graphs.begin(stream(0), record.calls.length);
        return true;
      case 'cudaStreamEndCapture':
        proved.endCapture();
        this.graphs.end(stream(0), named(1), record.calls);
        return true;
      case 'cudaGraphInstantiate':
      case 'cudaGraphInstantiateWithFlags':
        this.graphs.instantiate(named(0), named(1));
        return true;
      case 'cudaGraphLaunch':
        this.graphs.launched(named(0), stream(1)).forEach((each) => record.issue(each));
        return true;
    }
    return /^cudaGraphAdd\w*Node\w*$/.test(name) && this.node(call, named(1));
  }

  /** A kernel that a node of a graph launches. */
  launch(frame: Frame, graph: NonNullable<LaunchSite['graph']>, at: number, call: HostCall): void {
    const name = frame.canonical(frame.text(graph), frame.scopeAt(at)) ?? 'graph';
    this.added(frame, at, name);
    this.graphs.add(name, call);
  }

  /** Nodes are taken one after the other: where nothing tells that each waits for the one before, that is said. */
  private added(frame: Frame, index: number, graph: string): void {
    const [node = '', , waitsFor = '', count = ''] =
      callArguments(frame.tokens, index)?.args.map((range) => frame.text(range)) ?? [];
    const before = this.lastNodes.get(graph);
    this.lastNodes.set(graph, node);
    if (before === undefined || (waitsFor === before && count === '1')) return;
    const what = message('cuda.unread.sideBySide', { graph });
    this.state.record.leaveUnread({ what, location: frame.location(index), isRest: true });
  }

  private node(call: RuntimeCall, graph: string): true {
    const { frame, index, name } = call;
    const copy = COPY_NODES[name];
    if (name === 'cudaGraphAddChildGraphNode') return this.childGraph(call, graph);
    if (name === 'cudaGraphAddMemsetNode') this.graphs.add(graph, this.memsetNode(call));
    else if (copy !== undefined)
      for (const each of this.device.copies(call, copy)) this.graphs.add(graph, { ...each, blocking: false });
    else this.state.record.assume(frame.location(index), message('cuda.graphNodeLeftOut', { name }));
    return true;
  }

  /** `cudaGraphAddChildGraphNode(&node, graph, dependencies, count, child)`. */
  private childGraph({ frame, index, texts, scope }: RuntimeCall, graph: string): true {
    const name = texts[4] ?? '';
    this.added(frame, index, graph);
    if (!this.graphs.addGraph(graph, frame.canonical(name, scope) ?? name))
      this.state.record.leaveUnread({
        what: message('cuda.unread.graph', { name }),
        location: frame.location(index),
      });
    return true;
  }

  /** `cudaGraphAddMemsetNode(&node, graph, dependencies, count, &parameters)`. */
  private memsetNode({ frame, index, texts, scope }: RuntimeCall): HostCall {
    const { mode, buffers } = this.state;
    const owner = withoutTrailing((texts[4] ?? '').replace(/^[&\s(]+/, ''), ')');
    const sizes = MEMSET_NODE_BYTES.map((name) => `${owner}.${name}`);
    // What the member was given is the unknown that it stands for.
    const [target, ...more] = evaluate(`${owner}.dst`, scope, mode).unknowns;
    const isKnown = target !== undefined && more.length === 0 && target !== `${owner}.dst`;
    const buffer = isKnown ? buffers.identify(frame, target, scope) : null;
    return {
      kind: 'memset',
      stream: 'default',
      bytes: productOf([0, 1, 2], sizes, scope, mode),
      reads: [],
      writes: buffer === null ? [] : [buffer],
      location: frame.location(index),
    };
  }
}
