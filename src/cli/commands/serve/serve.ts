import cluster from 'node:cluster';
import { once } from 'node:events';
import {
  Failure,
  listenForStop,
  makeCommand,
  UsageError,
  withExitCode,
} from '@comanda/command-line';
import type { Workers } from '../../../app.ts';
import type { Config } from '../../../config/config.ts';
import { wholeNumber } from '../../../config/values.ts';
import { makeLog } from '../../../platform/log.ts';
import type { Context } from '../../command.ts';
import { printWelcome } from './welcome.ts';
import { joinWorkers } from './worker.ts';
import { runWorkers, WORKERS_MAX } from './workers.ts';

/** How long connections stay open after a stop, so that clients can finish while a new process takes over. */
const LINGER_MS = 1_000;

export const serve = (context: Context) =>
  makeCommand('serve', 'run the service until it is told to stop', {
    notes: [
      'Settings come from environment variables, which comanda --help lists.',
      'The log goes to stdout: lines of JSON, or short lines on a terminal.',
      'The demo adds to its own data only. With both --demo and --no-demo, the last one wins.',
      'With --workers, SIGHUP does a rolling restart, and a process that dies is started again.',
      'On SIGTERM or Ctrl-C it finishes the accepted requests and exits with 0; a second one exits at once.',
    ],
    examples: [
      'comanda serve --demo',
      'PORT=9000 DATA_DIR=/srv/comanda comanda serve',
      'DATABASE_URL=postgres://… comanda serve --workers 4',
    ],
  })
    .option('--demo', 'on an empty database, add an invented restaurant with live orders')
    .option('--no-demo', 'serve the database as it is (default)')
    .option('--workers <N>', 'run N processes on the same ports; needs PostgreSQL', (given) =>
      wholeNumber(1, WORKERS_MAX)(given, '--workers'),
    )
    .action(
      withExitCode(context, async (options) => {
        const config = context.config();
        using stopping = listenForStop();
        const { signal } = stopping;
        const { workers } = options;
        if (workers !== undefined && cluster.isPrimary) {
          refuseWorkers(config, options.demo);
          return await runWorkers(workers, { signal, log: makeLog(config.logLevel) });
        }
        const worker = workers === undefined ? undefined : joinWorkers(workers, stopping.stop);
        const app = await start(config, worker);
        try {
          worker?.ready();
          // Loaded on use: a service without a demo need not load its menu.
          const demo = options.demo ? await import('./demo.ts') : null;
          const playing = await demo?.startDemo({ config, app, signal, context });
          const isSpeaker = worker?.isFirst ?? true;
          if (demo === null && isSpeaker) await printWelcome(config, app, context);
          if (!signal.aborted) await once(signal, 'abort');
          if (worker === undefined)
            context.io.err(
              'Stopping: finishing the accepted requests. A second Ctrl-C exits at once.',
            );
          await playing?.ended;
        } finally {
          await app.stop(LINGER_MS);
        }
        return 0;
      }),
    );

const refuseWorkers = ({ databaseUrl }: Config, demo: boolean | undefined): void => {
  if (databaseUrl === null) {
    throw new UsageError(
      '--workers needs PostgreSQL: set DATABASE_URL. SQLite supports only one process.',
    );
  }
  if (demo) throw new UsageError('--workers and --demo cannot be combined: add --no-demo');
};

const start = async (config: Config, workers?: Workers) => {
  const { startApp } = await import('../../../app.ts');
  try {
    return await startApp(config, workers);
  } catch (error) {
    throw listenProblem(error, config) ?? error;
  }
};

const listenProblem = (error: unknown, config: Config): Failure | null => {
  if (!(error instanceof Error && 'code' in error)) return null;
  type Details = { port?: number; address?: string; hostname?: string };
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & Details;
  const isPrivate =
    port === config.privatePort && (port !== config.port || address === config.privateHost);
  const prefix = isPrivate ? 'PRIVATE_' : '';
  const host = isPrivate ? config.privateHost : config.host;
  const lookup = `cannot resolve the host name ${hostname ?? error.message}; set HOST or PRIVATE_HOST`;
  const problems: Record<string, string> = {
    EADDRINUSE: `port ${port} is in use; set ${prefix}PORT`,
    EACCES: `port ${port} may not be used by this user; set ${prefix}PORT`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; set ${prefix}HOST`,
    ENOTFOUND: lookup,
    EAI_AGAIN: lookup,
  };
  const problem = problems[code ?? ''];
  // EACCES without a port is about a file.
  const isListener = code !== 'EACCES' || port !== undefined;
  return problem !== undefined && isListener ? new Failure(problem, { cause: error }) : null;
};
