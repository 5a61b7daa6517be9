// What a thread starts: the worker itself, as it was compiled before.
import path from 'node:path';
import { runCompiled } from '../../files/compiledCode';

runCompiled(path.join(__dirname, 'worker-main.js'));
