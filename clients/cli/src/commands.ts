import type { Context } from './command.ts';
import { completions } from './commands/completions.ts';
import { exportCommand } from './commands/export.ts';
import { listen } from './commands/listen.ts';
import { mcp } from './commands/mcp.ts';
import { sync } from './commands/sync.ts';
import { trigger } from './commands/trigger.ts';
import { version } from './commands/version.ts';

export const makeCommands = (context: Context) =>
  [listen, trigger, exportCommand, sync, mcp, completions, version].map((make) => make(context));
