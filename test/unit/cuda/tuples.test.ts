import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';

/** Grid and block of each launch, along x. */
function launches(text: string): (readonly (number | null)[])[] {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `__global__ void k(float *x) { x[0] = 1; }\n${text}`);
  return workspace.file('a.cu')!.launches.map(({ grid, block }) => [grid[0].value, block[0].value]);
}

describe('values that come together', () => {
  const dims = 'std::tuple<int, int> dims(int n) { int t = 256; int b = (n + t - 1) / t; return {t, b}; }\n';

  it('are told apart where one declaration names them', () => {
    const found = launches(`${dims}void f(float *x) {
      auto [t, b] = dims(2560); k<<<b, t>>>(x);
      const auto &[g, s] = std::make_pair(7, 64); k<<<g, s>>>(x);
      struct C { int g; int b; }; C c = {3, 128}; auto [cg, cb] = c; k<<<cg, cb>>>(x);
    }`);
    assert.deepEqual(found, [
      [10, 256],
      [7, 64],
      [3, 128],
    ]);
  });

  it('are told apart where they are tied or taken by place', () => {
    const found = launches(`${dims}void f(float *x) {
      int t, b; std::tie(t, b) = dims(512); k<<<b, t>>>(x);
      auto d = dims(1024); k<<<std::get<1>(d), std::get<0>(d)>>>(x);
      std::pair<int, int> p = {5, 96}; k<<<p.first, p.second>>>(x);
    }`);
    assert.deepEqual(found, [
      [2, 256],
      [4, 256],
      [5, 96],
    ]);
  });

  it('are not known where nothing tells what they are made of', () => {
    const found = launches(`void f(float *x, std::map<int, int> m) {
      for (auto &[g, b] : m) k<<<g, b>>>(x);
      auto [g, b] = other(); k<<<g, b>>>(x);
    }`);
    assert.deepEqual(found, [
      [null, null],
      [null, null],
    ]);
  });
});
