#!/usr/bin/env node
// What `corun` starts: the command line itself, as it was compiled before.
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runCompiled } from '../files/compiledCode';

// Parsing is a small part of a call: to compile the parser's WebAssembly a second time, better, takes longer than it saves.
setFlagsFromString('--liftoff-only');
// A function is optimised after this much of its work, more than twice what V8 waits for by itself: a call that only
// reads ends before much of that has paid for it. At 1,000,000 it gains no more, and simulations take 8 % longer.
setFlagsFromString('--interrupt-budget=300000');
runCompiled(path.join(__dirname, 'cli-main.js'));
