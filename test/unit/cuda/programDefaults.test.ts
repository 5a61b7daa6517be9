import assert from 'node:assert/strict';
import { CudaWorkspace } from '../../../src/cuda/workspace';
import { english } from '../../../src/words';
import type { SymbolicValue } from '../../../src/kernel/symbolic';

const ELEMENTS = 1 << 20;
const KERNEL = '__global__ void k(float *x, int n);\n';
const MAIN = 'int main(int argc, char **argv) {';
const LAUNCH = 'k<<<(n + 255) / 256, 256>>>(x, n); }';

/** The blocks of the launch in a program, whose numbers come from the code before it. */
function blocks(before: string, main: string, head = MAIN): SymbolicValue {
  const workspace = new CudaWorkspace();
  workspace.setFile('a.cu', `${KERNEL}${before}\n${head} ${main} ${LAUNCH}`);
  return workspace.file('a.cu')!.launches[0]!.grid[0];
}

const helper = (body: string): string => `static int envInt(const char *name, int d) { ${body} }`;
const asked = (body: string): SymbolicValue => blocks(helper(body), 'int n = envInt("N", 1 << 20);');

describe('defaults of a program that runs as it is', () => {
  it('are those of the environment without the variable that is asked for, which is said', () => {
    for (const value of [
      blocks('', 'const char *s = getenv("N"); int n = s ? atoi(s) : 1 << 20;'),
      blocks('', 'int n = getenv("N") != NULL ? atoi(getenv("N")) : 1 << 20;'),
      asked(
        'if (const char *v = std::getenv(name)) { try { return std::stoi(v); } catch (...) {} } return d;',
      ),
      asked('const char *v = getenv(name); return v ? atoi(v) : d;'),
      asked('char *v = getenv(name); if (v == nullptr || *v == 0) return d; return atoi(v);'),
      asked('char *v = getenv(name); if (v != 0) return atoi(v); return d;'),
      asked('const char *const v = getenv(name); if (!v) return d; return atoi(v);'),
    ]) {
      assert.equal(value.value, ELEMENTS / 256);
      const notes = value.notes?.map(english).join(' ') ?? '';
      assert.match(
        notes,
        /run without "?(N|name)"? in its environment|N can be changed by the program's input/,
      );
    }
  });

  it('are not taken where the text of the environment itself is wanted, and lack no text in quotes', () => {
    const needed = blocks('', 'int n = atoi(getenv("N"));');
    assert.equal(needed.value, null);
    const unknown = asked('int v = lookUp(name); return v > 0 ? v : d;');
    assert.equal(unknown.value, null);
    assert.ok(!unknown.unknowns.some((name) => name.startsWith('"')), unknown.unknowns.join());
  });

  it('hold whatever main calls its arguments', () => {
    const head = 'int main(int ac, char *av[]) {';
    assert.equal(blocks('', 'int n = ac > 1 ? atoi(av[1]) : 1 << 20;', head).value, ELEMENTS / 256);
    assert.equal(blocks('', 'int n = 1 << 20; if (ac > 1) n = atoi(av[1]);', head).value, ELEMENTS / 256);
    assert.equal(blocks('', 'int n = atoi(av[1]);', head).value, null);
  });

  it('are those of an option that is looked for by its name in a variable that has one', () => {
    const option =
      'int n = 1 << 20; if (checkCmdLineFlag(argc, (const char **)argv, "n")) n = getCmdLineArgumentInt(argc, (const char **)argv, "n");';
    assert.equal(blocks('', option).value, ELEMENTS / 256);
  });

  it('are those of an object that a function of the options fills', () => {
    const options = 'struct Options { int n = 1 << 20; };\n';
    const loop = (to: string): string =>
      `for (int i = 1; i < argc; ++i) if (!strcmp(argv[i], "-n")) ${to} = atoi(argv[++i]);`;
    const byReference = `${options}void parse(int argc, char **argv, Options &o) { ${loop('o.n')} }`;
    assert.equal(blocks(byReference, 'Options o; parse(argc, argv, o); int n = o.n;').value, ELEMENTS / 256);
    const byPointer =
      'typedef struct { int n; } Options;\nvoid parse(int argc, char **argv, Options *o) { o->n = 1 << 20; if (argc > 1) o->n = atoi(argv[1]); }';
    assert.equal(blocks(byPointer, 'Options o; parse(argc, argv, &o); int n = o.n;').value, ELEMENTS / 256);
    // What was filled before is not emptied.
    const filled = `${options}void parse(int argc, char **argv, Options &o) { ${loop('o.n')} }`;
    assert.equal(blocks(filled, 'Options o; o.n = 512; parse(argc, argv, o); int n = o.n;').value, 2);
  });
});
