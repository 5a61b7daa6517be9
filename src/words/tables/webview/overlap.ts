import type { Table } from '../../entry';

/** What the overlap view says: a card for every pair of kernels that can run together. */
export const overlapView = {
  'webview.overlap.title': 'What can run at the same time',
  'webview.overlap.caption': 'two launches that start together, most time at stake first',
  'webview.overlap.serial': 'one after the other',
  'webview.overlap.together': 'together',
  'webview.overlap.barOf': '{name}: {from} to {to}',
  'webview.overlap.setSize': 'Set {name}…',
  'webview.overlap.show': 'Show {name} in code',
  'webview.overlap.tryOrder': 'Try launch orders',
  'webview.overlap.cap': 'Cap with MPS',
  'webview.overlap.ownSms': 'Give own SMs',
  'webview.overlap.compare': 'Which sharing mode?',
  'webview.overlap.why': 'Why',
  'webview.overlap.writeReport': 'Write a report…',
  'webview.overlap.none': 'Nothing here runs at the same time',
  'webview.overlap.noneText':
    'Each program uses one stream, or waits in between, so that its kernels follow each other. Put independent launches into streams of their own, or pair two programs that share the GPU.',
  'webview.overlap.noneKnown': 'Nothing here is known to run at the same time',
  'webview.overlap.noneKnownText':
    'As far as host code could be followed, each program uses one stream, or waits in between. What is named below was not followed.',
  'webview.overlap.untold': 'No slowdown is known yet',
  'webview.overlap.untoldText':
    'Kernels here can run at the same time. Overlap shows them, each pair with what it needs to be told.',
  'webview.overlap.showOverlap': 'Show what they need',
  'webview.overlap.unread': 'Not followed',
  'webview.overlap.unreadText':
    'What is launched there may run beside the rest, and is in no verdict and no time here.',
  'webview.overlap.races': 'Nothing else here runs at the same time',
  'webview.overlap.racesText':
    'What races has a result that is left to chance, so no time is told of it. Order it by an event or put it in one stream; what is left to overlap is shown here then.',
  'webview.overlap.more': '{more} more pairs, with less at stake, are in the Co-run view.',
  'webview.overlap.pairTitle': 'Programs that run at the same time',
  'webview.overlap.first': 'Program',
  'webview.overlap.second': 'beside',
  'webview.overlap.pair': 'Pair them',
  'webview.overlap.unpair': 'Take {names} apart',
  'webview.overlap.needMode':
    'Programs are processes of their own: how they share the GPU is chosen first. By default they take turns.',
  'webview.overlap.useMode': 'Use {mode}',
} as const satisfies Table;
