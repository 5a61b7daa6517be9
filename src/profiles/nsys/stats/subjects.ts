/** What reports of `nsys stats` are about; several of them tell the same operations. */
export type Subject = 'kernels' | 'copies' | 'calls' | 'ranges';
