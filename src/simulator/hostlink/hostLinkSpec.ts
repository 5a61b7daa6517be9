import { message, type Message } from '../../kernel/message';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { fieldFault } from '../../kernel/result';

/**
 * The link between host memory and a GPU, as its packets see it. Rates are bytes per nanosecond (GB/s) and
 * direction; both directions work at the same time.
 */
export interface HostLinkSpec {
  readonly name: string;
  /** After line coding, before packet headers. */
  readonly bytesPerNs: number;
  /** Data bytes of one packet. */
  readonly payloadBytes: number;
  /** Framing, header and check bytes of a packet that writes to the host. */
  readonly writeOverheadBytes: number;
  /** The same of a packet that brings read data. */
  readonly completionOverheadBytes: number;
  /** A packet that asks for one payload of data. */
  readonly requestBytes: number;
  /** Bytes that go back over the other direction for every packet: acknowledgement and credit. */
  readonly acknowledgeBytes: number;
  /** Bytes that a copy engine may have asked for and not received. */
  readonly readWindowBytes: number;
  /** From a read request at the GPU's port to its first data, over an idle link. */
  readonly roundTripNs: number;
  /** An access of a copy engine to the GPU's own memory, with address translation. */
  readonly deviceAccessNs: number;
  /** Rate at which one host thread copies between pageable memory and the staging buffers. */
  readonly hostCopyBytesPerNs: number;
  /** Size of one of the two staging buffers of a pageable copy. */
  readonly stagingBytes: number;
  /** Host time to hand one transfer to a copy engine. */
  readonly submitNs: number;
  /** Values that no public source gives, with what was taken instead. */
  readonly assumptions: readonly Message[];
  readonly sources: readonly string[];
}

/** Transfers per nanosecond and lane, and the share of them that is data after line coding. */
const PCIE: Readonly<Record<number, readonly [number, number]>> = {
  1: [2.5, 8 / 10],
  2: [5, 8 / 10],
  3: [8, 128 / 130],
  4: [16, 128 / 130],
  5: [32, 128 / 130],
};

const HOST = { hostCopyBytesPerNs: 6, stagingBytes: 262144, submitNs: 600 } as const;

const HOST_ASSUMPTIONS = [message('simulator.pageableCopies'), message('simulator.submitTime')];

/** Read latency over an idle link, and of the GPU's memory; nanoseconds. */
const LATENCY = { roundTripNs: 550, deviceAccessNs: 250 } as const;

/**
 * A PCIe link. A transaction packet has 4 bytes of framing with its sequence number, a header of 3 words
 * (completions) or 4 (requests and writes with 64-bit addresses) and 4 check bytes; acknowledgements and credit
 * updates are link packets of 8 bytes each that travel the other way.
 *
 * @throws InputError for a generation or width that PCIe does not have
 */
export function pcieLink(generation: number, lanes = 16): HostLinkSpec {
  const coding = PCIE[generation];
  if (coding === undefined) throw fieldFault('pcie', message('simulator.pcieGeneration', { generation }));
  if (![1, 2, 4, 8, 16].includes(lanes)) throw fieldFault('pcie', message('simulator.pcieLanes', { lanes }));
  const [transfers, data] = coding;
  const payloadBytes = generation >= 5 ? 256 : 128;
  return {
    name: `PCIe ${generation} x${lanes}`,
    bytesPerNs: (transfers * data * lanes) / 8,
    payloadBytes,
    writeOverheadBytes: 24,
    completionOverheadBytes: 20,
    requestBytes: 24,
    acknowledgeBytes: 16,
    readWindowBytes: 256 * payloadBytes,
    ...LATENCY,
    ...HOST,
    assumptions: [
      message('simulator.pciePayload', { bytes: payloadBytes }),
      message('simulator.pcieAcknowledged'),
      ...HOST_ASSUMPTIONS,
    ],
    sources: [
      'PCI Express base specification (rates, line coding, packet formats); Intel AN 829 (packet overheads)',
      'Neugebauer et al., SIGCOMM 2018: 550 ns for a small read of host memory',
    ],
  };
}

/**
 * An NVLink connection to the host: packets of a 16-byte header flit and up to 16 data flits; acknowledgements
 * ride in headers.
 */
export function nvlinkHost(name: string, bytesPerNs: number): HostLinkSpec {
  return {
    name,
    bytesPerNs,
    payloadBytes: 256,
    writeOverheadBytes: 16,
    completionOverheadBytes: 16,
    requestBytes: 16,
    acknowledgeBytes: 0,
    readWindowBytes: 2 ** 20,
    ...LATENCY,
    ...HOST,
    assumptions: [message('simulator.nvlinkReads'), ...HOST_ASSUMPTIONS],
    sources: ['NVLink packet format and rates as NVIDIA has published them (recalled)'],
  };
}

/** GPUs whose host is attached by something else than PCIe. */
const NVLINK_HOSTS: Readonly<Record<string, HostLinkSpec>> = {
  gh200: nvlinkHost('NVLink-C2C', 450),
};

/** The host link of a GPU: full width, the catalogue's generation, or NVLink where the GPU has it. */
export function hostLinkOf(gpu: GpuSpec): HostLinkSpec {
  const nvlink = NVLINK_HOSTS[gpu.id];
  if (nvlink !== undefined) return nvlink;
  if (gpu.pcieGeneration !== null) return pcieLink(gpu.pcieGeneration);
  const link = pcieLink(3);
  return { ...link, assumptions: [message('simulator.noHostLink'), ...link.assumptions] };
}
