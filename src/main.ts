import { setFlagsFromString } from 'node:v8';

// Databases, their logs, keys and backups are for their owner alone, also in a folder that was there before.
process.umask(0o077);

// Bodies of answers live outside of V8's heap and die young. Without this, V8 takes their growth for growth of
// the old generation and collects all of it every few hundred pages: a third of what a page costs.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// Such collections come several in a row unless the heap may grow further before the next one. The slowest
// hundredth of the pages then takes 15 ms, with this 1.5.
setFlagsFromString('--heap-growing-percent=300');

const { runCli } = await import('./cli/cli.ts');
const { exitProcess, processIo } = await import('./command-line/io.ts');

exitProcess(await runCli(process.argv.slice(2), processIo()));
