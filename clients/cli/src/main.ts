#!/usr/bin/env node
import { runProcess } from './cli.ts';

await runProcess();
