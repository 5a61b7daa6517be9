import { message } from '../../kernel/message';
import type { KernelProfile } from '../../kernel/profile';
import type { ProfileBuilder } from '../builder';
import { integerColumn, type SqliteDatabase } from '../sqlite/database';

interface Gpu {
  readonly id: number | null;
  readonly cuDevice: number | null;
  readonly name: string;
  readonly computeCapability: string | null;
}

/** A device as profiles tell it. */
export type NamedDevice = Pick<KernelProfile, 'device' | 'deviceIndex' | 'computeCapability'>;

/**
 * The GPUs of a recording. A row's device is CUDA's number in its process, the table of GPUs has numbers of
 * its own: a GPU is named only where the recording maps one to the other, or where both readings of the number
 * lead to GPUs of one name.
 */
export class Devices {
  private constructor(
    private readonly builder: ProfileBuilder,
    private readonly gpus: readonly Gpu[],
    /** `pid deviceId` → GPU id. */
    private readonly mapped: ReadonlyMap<string, number>,
  ) {}

  static async read(database: SqliteDatabase, builder: ProfileBuilder): Promise<Devices> {
    return new Devices(builder, await readGpus(database), await readMapping(database));
  }

  /** Device of a row; without a name where that is not sure. */
  of(pid: number | null, deviceId: number | null): NamedDevice {
    if (deviceId === null) return { device: null };
    const gpu = this.gpu(pid, deviceId);
    if (gpu === null && this.gpus.length > 0)
      this.builder.warnings.addOnce('unsure-device', message('profiles.unsureDevice', { device: deviceId }));
    this.builder.noteDevice(gpu?.name ?? null);
    return {
      device: gpu?.name ?? null,
      deviceIndex: deviceId,
      ...(gpu?.computeCapability && { computeCapability: gpu.computeCapability }),
    };
  }

  private gpu(pid: number | null, deviceId: number): Gpu | null {
    const [first, ...others] = this.gpus;
    if (first === undefined || others.every(({ name }) => name === first.name)) return first ?? null;
    const mapped = this.mapped.get(`${pid} ${deviceId}`);
    if (mapped !== undefined) return this.gpus.find(({ id }) => id === mapped) ?? null;
    const byId = this.gpus.find(({ id }) => id === deviceId);
    const byNumber = this.gpus.find(({ cuDevice }) => cuDevice === deviceId);
    return byId !== undefined && byId.name === byNumber?.name ? byId : null;
  }
}

async function readGpus(database: SqliteDatabase): Promise<Gpu[]> {
  const gpus: Gpu[] = [];
  const table = database.table('TARGET_INFO_GPU');
  if (table === null) return gpus;
  await database.scan(table, (row) => {
    const name = row.text(table.at('name'));
    const major = row.integer(table.at('computeMajor'));
    const minor = row.integer(table.at('computeMinor'));
    if (name === null || name === '') return;
    gpus.push({
      id: row.integer(table.at('id')),
      cuDevice: row.integer(table.at('cuDevice')),
      name,
      computeCapability: major === null || minor === null || major === 0 ? null : `${major}.${minor}`,
    });
  });
  return gpus;
}

async function readMapping(database: SqliteDatabase): Promise<Map<string, number>> {
  const mapped = new Map<string, number>();
  const table = database.table('TARGET_INFO_CUDA_DEVICE');
  if (table === null) return mapped;
  const pid = integerColumn(table, 'pid');
  const cuda = integerColumn(table, 'cudaId');
  const gpu = integerColumn(table, 'gpuId');
  await database.scan(table, (row) => {
    const id = gpu(row);
    if (id !== null) mapped.set(`${pid(row)} ${cuda(row)}`, id);
  });
  return mapped;
}
