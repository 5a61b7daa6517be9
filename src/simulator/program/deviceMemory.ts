import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';

const ALIGNMENT = 4096;

/** Places arrays in device memory, one after the other; an application's arrays of one name are one array. */
export class DeviceMemory {
  private readonly arrays = new Map<string, { readonly base: number; readonly bytes: number }>();
  private next = ALIGNMENT;

  constructor(private readonly capacity: number) {}

  /**
   * First byte of the array `key`.
   *
   * @throws InputError when device memory is exhausted, or when the array is there with another size.
   */
  place(key: string, bytes: number, field: string): number {
    const known = this.arrays.get(key);
    if (known !== undefined) {
      if (bytes > known.bytes)
        throw fieldFault(field, message('simulator.otherSize', { bytes, known: known.bytes }));
      return known.base;
    }
    const base = this.next;
    this.next = Math.ceil((base + bytes) / ALIGNMENT) * ALIGNMENT;
    if (this.next > this.capacity)
      throw fieldFault(
        field,
        message('simulator.memoryFull', { bytes, capacity: this.capacity, left: this.capacity - base }),
      );
    this.arrays.set(key, { base, bytes });
    return base;
  }

  /** Bytes that are taken. */
  get used(): number {
    return this.next;
  }
}
