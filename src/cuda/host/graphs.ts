import type { HostCall } from './hostCall';

interface Capture {
  readonly stream: string;
  /** Number of calls in front of it. */
  readonly from: number;
}

/** Calls of one graph, and the stream that they were captured from; nodes are in one that stands for that of a launch. */
interface Graph {
  readonly calls: HostCall[];
  readonly stream: string;
}

const NODES = 'nodes';

/** The graphs of a program: captured from streams or put together by nodes, and run as often as they are launched. */
export class Graphs {
  private readonly byName = new Map<string, Graph>();
  private readonly captures: Capture[] = [];

  /** @param from number of calls so far */
  begin(stream: string, from: number): void {
    this.captures.push({ stream, from });
  }

  /** Makes a graph of what was called since the capture began; the program itself ran none of it. */
  end(stream: string, graph: string, calls: HostCall[]): void {
    const at = this.captures.findLastIndex((capture) => capture.stream === stream);
    const [capture] = at < 0 ? [] : this.captures.splice(at);
    if (capture === undefined) return;
    this.byName.set(graph, { calls: calls.splice(capture.from), stream });
  }

  add(graph: string, call: HostCall): void {
    this.nodesOf(graph).push(inStream(call, NODES));
  }

  /** Makes a graph a node of another one; false where it is not known. */
  addGraph(graph: string, child: string): boolean {
    const known = this.byName.get(child);
    if (known !== undefined) this.nodesOf(graph).push(...callsIn(known, NODES));
    return known !== undefined;
  }

  private nodesOf(graph: string): HostCall[] {
    const known = this.byName.get(graph) ?? { calls: [], stream: NODES };
    this.byName.set(graph, known);
    return known.calls;
  }

  instantiate(executable: string, graph: string): void {
    const known = this.byName.get(graph);
    if (known !== undefined) this.byName.set(executable, known);
  }

  /** The calls of a graph as a launch of it in a stream makes them. */
  launched(executable: string, stream: string): readonly HostCall[] {
    const graph = this.byName.get(executable);
    return graph === undefined ? [] : callsIn(graph, stream);
  }
}

/** The calls of a graph that runs in a stream. */
function callsIn(graph: Graph, stream: string): readonly HostCall[] {
  return graph.calls.map((call) => (call.stream === graph.stream ? inStream(call, stream) : call));
}

const inStream = (call: HostCall, stream: string): HostCall => ({ ...call, stream });
