/** An access that left its array, which ends a run. */
export class AccessFault {
  /** Row of the access in its table, -1 while there is none. */
  access: i32 = -1;
  /** Index of the block among those of its launch. */
  block: i32 = 0;
  /** Element of the array that was asked for, in elements from its first. */
  element: f64 = 0;
}
