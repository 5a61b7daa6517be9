#!/usr/bin/env node
// What `corun` starts: the command line itself, as it was compiled before.
import path from 'node:path';
import { runCompiled } from '../files/compiledCode';

runCompiled(path.join(__dirname, 'cli-main.js'));
