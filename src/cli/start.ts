#!/usr/bin/env node
// What `corun` starts: the command line itself, as it was compiled before.
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runCompiled } from '../files/compiledCode';

// Parsing is a small part of a call: to compile the parser's WebAssembly a second time, better, takes longer than it saves.
setFlagsFromString('--liftoff-only');
runCompiled(path.join(__dirname, 'cli-main.js'));
