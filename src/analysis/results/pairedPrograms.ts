/** Two applications that run at the same time, by `applicationKey`. */
export type ApplicationPair = readonly [string, string];

/** Which applications share the GPU where the sharing mode lets several processes do so. */
export type PairedPrograms = 'all' | readonly ApplicationPair[];
