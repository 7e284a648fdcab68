import type { Command } from './command.ts';
import { completions } from './commands/completions.ts';
import { sync } from './commands/sync.ts';
import { version } from './commands/version.ts';

export const COMMANDS: readonly Command[] = [completions, sync, version];
