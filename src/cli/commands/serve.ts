import { once } from 'node:events';
import type { Config } from '../../config/config.ts';
import { command, flag } from '../command.ts';
import { startDemo } from '../demo.ts';
import { EXIT, Failure } from '../exit.ts';
import { listenForStop } from '../signals.ts';
import { greet } from '../welcome.ts';

/** When it is told to stop, while a new process takes over, clients still have connections in use. */
const LINGER_MS = 1_000;

export const serve = command({
  name: 'serve',
  summary: 'run the service until it is told to stop',
  argument: null,
  options: {
    demo: flag('on an empty database: an invented restaurant with live orders'),
    'no-demo': flag('start with what the database has (the default)'),
  },
  notes: [
    'Settings come from the environment: comanda --help lists them. Logs are JSON lines on stdout.',
    'The demo adds to its own data only; of --demo and --no-demo the last one counts.',
    'SIGTERM or Ctrl-C finishes what was accepted and exits with 0; a second one exits at once.',
  ],
  examples: ['comanda serve --demo', 'PORT=9000 DATA_DIR=/srv/comanda comanda serve'],
  run: async (options, _, context) => {
    const config = context.config();
    using stopping = listenForStop();
    const { signal } = stopping;
    const app = await start(config);
    try {
      const demo = options.demo ? await startDemo({ config, app, signal, context }) : null;
      if (demo === null) await greet(config, app, context);
      if (!signal.aborted) await once(signal, 'abort');
      context.io.err('Stopping: finishing what was accepted. Once more to exit at once.');
      await demo?.ended;
    } finally {
      await app.stop(LINGER_MS);
    }
    return EXIT.ok;
  },
});

const start = async (config: Config) => {
  // Loaded here, because no other command needs the web server.
  const { startApp } = await import('../../app.ts');
  try {
    return await startApp(config);
  } catch (error) {
    throw listenProblem(error, config) ?? error;
  }
};

/** What stopped a listener, in terms of the variables that an operator can change. */
const listenProblem = (error: unknown, config: Config): Failure | null => {
  if (!(error instanceof Error && 'code' in error)) return null;
  const port = 'port' in error ? error.port : undefined;
  const address = 'address' in error ? error.address : undefined;
  const isPrivate =
    port === config.privatePort && (port !== config.port || address === config.privateHost);
  const prefix = isPrivate ? 'PRIVATE_' : '';
  const host = isPrivate ? config.privateHost : config.host;
  switch (error.code) {
    case 'EADDRINUSE':
      return new Failure(`port ${port} is in use; set ${prefix}PORT`, { cause: error });
    case 'EACCES':
      return port === undefined
        ? null
        : new Failure(`port ${port} may not be used by this user; set ${prefix}PORT`, {
            cause: error,
          });
    case 'EADDRNOTAVAIL':
      return new Failure(`${host} is not an address of this machine; set ${prefix}HOST`, {
        cause: error,
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Failure(
        `cannot find the address of ${notFound(error)}; set HOST or PRIVATE_HOST`,
        { cause: error },
      );
    default:
      return null;
  }
};

const notFound = (error: Error): string =>
  'hostname' in error ? String(error.hostname) : error.message;
