import { setFlagsFromString } from 'node:v8';

// Only the owner may read databases, their logs, keys and backups, also in a folder that existed before.
process.umask(0o077);

// Bodies of answers live outside of V8's heap and die young. Without this flag, V8 counts their growth as growth of the
// old generation and collects all of it every few hundred pages: a third of what a page costs.
setFlagsFromString('--external-memory-accounted-in-global-limit');
// Lets the heap grow further between two such collections, which otherwise come several in a row: the 99th percentile of
// a page falls from 15 ms to 1.5 ms.
setFlagsFromString('--heap-growing-percent=300');

const { runCli } = await import('./cli/cli.ts');
const { exitProcess, processIo } = await import('@comanda/command-line');
const { readTerm } = await import('./config/config.ts');

exitProcess(await runCli(process.argv.slice(2), processIo({ term: readTerm() })));
