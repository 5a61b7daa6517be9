import fs from 'node:fs';
import path from 'node:path';
import { createCudaParser, type CudaParser } from '../../../src/cuda/syntax/parser';

const root = process.env['CORUN_ROOT'] ?? process.cwd();

let shared: Promise<CudaParser> | null = null;

/** The parser on the grammar of node_modules, made once for all tests of a run. */
export function testParser(): Promise<CudaParser> {
  const module = (name: string) => fs.readFileSync(path.join(root, 'node_modules', name));
  shared ??= createCudaParser({
    core: module('web-tree-sitter/web-tree-sitter.wasm'),
    cuda: module('tree-sitter-cuda/tree-sitter-cuda.wasm'),
  });
  return shared;
}
