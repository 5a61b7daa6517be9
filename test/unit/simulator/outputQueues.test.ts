import assert from 'node:assert/strict';
import { COUNTER_COLUMNS } from '../../../src/simulator/core/counterColumns';
import { EventWheel } from '../../../src/simulator/core/eventWheel';
import { StateArrays } from '../../../src/simulator/core/stateArrays';
import { OutputQueues } from '../../../src/simulator/memory/outputQueues';
import { R, REQUEST_SHIFT, RequestKind, Requests } from '../../../src/simulator/memory/requests';

const LATENCY = 10;

function network() {
  const state = new StateArrays();
  const wheel = new EventWheel(64, state);
  const requests = new Requests(64, state);
  const ports = {
    slices: 4,
    sms: 4,
    inputQueue: 4,
    inputSpeedup: 2,
    latency: LATENCY,
    senders: 0,
    receivers: 32,
    flitCounter: 0,
  };
  const queues = new OutputQueues(ports, requests, wheel, state.float64(COUNTER_COLUMNS), state);
  const send = (slice: number, sm: number, flits: number): number => {
    const id = requests.create(RequestKind.read, 0, 15, sm, 0, 0, slice, 1);
    queues.send(slice, id, flits);
    return id;
  };
  const due = (request: number): number => requests.words[(request << REQUEST_SHIFT) + R.station]!;
  return { queues, send, due };
}

describe('the way back to the SMs', () => {
  it('takes a cycle for each flit at the port of an SM, and the latency', () => {
    const { send, due } = network();
    // From the cycle after it is sent: flits 1 and 2, the second of which is on its way from cycle 2 on.
    assert.equal(due(send(0, 1, 2)), 2 + LATENCY);
    assert.equal(due(send(1, 1, 2)), 4 + LATENCY);
  });

  it('lets no reply wait for one that goes elsewhere', () => {
    const { send, due } = network();
    for (let k = 0; k < 4; k++) send(k, 1, 2);
    // The port of SM 1 is taken for eight cycles; slice 0 passes two flits a cycle and begins in its second one.
    assert.equal(due(send(0, 2, 2)), 3 + LATENCY);
  });

  it('hands over in the order of sending', () => {
    const { queues, send } = network();
    const first = send(0, 3, 1);
    const second = send(1, 3, 1);
    assert.equal(queues.oldest(3), first);
    assert.equal(queues.receive(3), first);
    assert.equal(queues.receive(3), second);
    assert.equal(queues.oldest(3), -1);
  });

  it('lets a slice get so many cycles ahead of its port', () => {
    const { queues, send } = network();
    assert.ok(queues.hasRoom(0));
    for (let k = 0; k < 4; k++) send(0, k, 2);
    // The port is free in cycle 5, which is more than four ahead.
    assert.ok(!queues.hasRoom(0));
  });
});
