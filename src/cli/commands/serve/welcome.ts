import { resolve } from 'node:path';
import { table } from '@comanda/command-line';
import { INGEST_KEY_FILE, keyPath } from '../../../admin/keys/key-file.ts';
import { listenerUrl } from '../../../config/addresses.ts';
import { type Config, DATA_DIR_DEFAULT, loadConfig } from '../../../config/config.ts';
import type { Context } from '../../command.ts';
import { describeData, withStore } from '../../store.ts';
import { shellWord } from '../../terminal/text.ts';
import { NAME_AND_VERSION } from '../version.ts';

export type Addresses = { publicUrl: string; privateUrl: string };

/** The base URL for clients. Fastify reports a listener on `::` as `[::]`, which no client can visit. */
export const clientBase = ({ host, port, publicUrl }: Config, listening: string): string =>
  publicUrl === listenerUrl(host, port) ? listening.replace('[::]', 'localhost') : publicUrl;

const publicAddress = (config: Config, listening: string): string => {
  const base = clientBase(config, listening);
  return base === listening ? `${base}/api` : `${base}/api (listening on ${listening})`;
};

/** Says where the ingest key is, never the key itself, which would stay in the terminal's scrollback. */
export const describeIngestKey = ({ ingestKeys, dataDir }: Config): string =>
  ingestKeys === null
    ? `in ${resolve(keyPath(dataDir, INGEST_KEY_FILE))}`
    : 'the value of INGEST_KEY';

const welcome = (config: Config, app: Addresses): string[] => [
  `${NAME_AND_VERSION} is ready.`,
  ...table(
    [
      ['Public', publicAddress(config, app.publicUrl)],
      ['Docs', `${clientBase(config, app.publicUrl)}/docs`],
      ['Private', `${app.privateUrl}/commands`],
      ['Data', describeData(config)],
      ['Ingest key', describeIngestKey(config)],
    ],
    '  ',
  ),
];

/** The variable with which a command in another terminal finds the same data; '' if it needs none. */
const dataVariable = ({ databaseUrl, dataDir }: Config): string => {
  if (databaseUrl !== null) return 'DATABASE_URL=… ';
  const isDefault = resolve(dataDir) === resolve(DATA_DIR_DEFAULT);
  return isDefault ? '' : `DATA_DIR=${shellWord(resolve(dataDir))} `;
};

/** The variable with which the links that a command prints lead to this panel; '' if it needs none. */
const panelVariable = (config: Config, listening: string): string => {
  const base = clientBase(config, listening);
  return base === loadConfig({}).publicUrl ? '' : `PUBLIC_URL=${shellWord(base)} `;
};

const nextSteps = (config: Config, { publicUrl, privateUrl }: Addresses): string[] => {
  const { ingestKeys, dataDir } = config;
  const comanda = `${dataVariable(config)}npm run -s comanda --`;
  const keyFile = shellWord(resolve(keyPath(dataDir, INGEST_KEY_FILE)));
  const key = ingestKeys === null ? `$(cat ${keyFile})` : '$INGEST_KEY';
  return [
    '',
    'There is no restaurant yet. To begin, in a second terminal:',
    '',
    '  # a restaurant and its first order, through the private listener',
    `  curl -sS ${privateUrl}/commands -H "Authorization: Bearer ${key}" \\`,
    '    --data-binary @docs/examples/first-order.ndjson',
    '',
    '  # a key for its owner',
    `  ${comanda} keys create --restaurant rest_demo --scopes pedidos.leer,carta.leer`,
    '',
    '  # a user for the panel',
    `  ${panelVariable(config, publicUrl)}${comanda} users create --email you@example.com --operator`,
    '',
    'docs/commands.md has the rest. To try a demo first, run npm start on an empty database.',
  ];
};

export const printWelcome = async (
  config: Config,
  app: Addresses,
  context: Context,
): Promise<void> => {
  // The service is already running: a failure of this query must not end it.
  const isEmpty = await withStore(context, async ({ store }) => {
    const [first] = await store.cuentas.list('', 1);
    return first === undefined;
  }).catch(() => false);
  const lines = [...welcome(config, app), ...(isEmpty ? nextSteps(config, app) : [])];
  for (const line of lines) context.io.err(line);
};
