#!/usr/bin/env node
import { processIo } from '../../../src/command-line/io.ts';
import { runCli } from './cli.ts';
import { EXIT } from './errors.ts';

// Exits by itself rather than when nothing is left to wait for: a pipe that is still open on stdin
// must not keep a finished command alive. The empty write is called back when all before it is out.
const code = await runCli(process.argv.slice(2), {
  io: processIo({ outputFailed: EXIT.target }),
  env: process.env,
});
process.stdout.write('', () => process.exit(code));
