import { once } from 'node:events';
import { resolve } from 'node:path';
import { INGEST, keyFile } from '../../admin/kept-key.ts';
import { listenerUrl } from '../../config/values.ts';
import type { Config } from '../../config.ts';
import { command, flag } from '../command.ts';
import { EXIT, Failure, UsageError } from '../exit.ts';
import { listenForStop } from '../signals.ts';
import { describeData } from '../store.ts';
import { table } from '../text.ts';
import { NAME_AND_VERSION } from './version.ts';

export const serve = command({
  name: 'serve',
  summary: 'run the service until it is told to stop',
  argument: null,
  options: {
    demo: flag('fill an empty database with a demo restaurant (not available yet)'),
    'no-demo': flag('start with what the database has'),
  },
  notes: [
    'Settings come from the environment: comanda --help lists them. Logs are JSON lines on stdout.',
    'SIGTERM or Ctrl-C finishes what was accepted and exits with 0; a second one exits at once.',
  ],
  examples: ['comanda serve', 'PORT=9000 DATA_DIR=/srv/comanda comanda serve'],
  run: async (options, _, context) => {
    if (options.demo) throw new UsageError('--demo is not available yet; start without it');
    const config = context.config();
    using stopping = listenForStop();
    const app = await start(config);
    for (const line of welcome(config, app)) context.io.err(line);
    if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
    context.io.err('Stopping: finishing what was accepted. Once more to exit at once.');
    await app.stop();
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

/** How clients come in; behind a proxy that is not where the service listens. */
const clientBase = ({ host, port, publicUrl }: Config, listening: string): string =>
  publicUrl === listenerUrl(host, port) ? listening : publicUrl;

const publicAddress = (config: Config, listening: string): string => {
  const base = clientBase(config, listening);
  return base === listening ? `${base}/api` : `${base}/api (listening on ${listening})`;
};

const welcome = (config: Config, app: { publicUrl: string; privateUrl: string }): string[] => [
  `${NAME_AND_VERSION} is ready.`,
  ...table(
    [
      ['Public', publicAddress(config, app.publicUrl)],
      ['Docs', `${clientBase(config, app.publicUrl)}/docs`],
      ['Private', `${app.privateUrl}/commands`],
      ['Data', describeData(config)],
      [
        'Ingest key',
        config.ingestKey === null
          ? `in ${resolve(keyFile(config.dataDir, INGEST))}`
          : 'the one in INGEST_KEY',
      ],
    ],
    '  ',
  ),
];
