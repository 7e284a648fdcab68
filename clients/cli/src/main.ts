#!/usr/bin/env node
import { exitProcess, processIo } from '../../../src/command-line/io.ts';
import { runCli } from './cli.ts';
import { EXIT } from './errors.ts';

const io = processIo({ outputFailed: EXIT.target });
exitProcess(await runCli(process.argv.slice(2), { io, env: process.env }));
