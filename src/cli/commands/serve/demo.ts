import { plural, table } from '@comanda/command-line';
import { INGEST_KEY_FILE, readOrCreateKey } from '../../../admin/keys/key-file.ts';
import type { Config } from '../../../config/config.ts';
import { DEMO_CITY, DEMO_NAME, type Prepared, playDemo, prepareDemo } from '../../../demo/demo.ts';
import { makeSend } from '../../../demo/private-door.ts';
import type { Context } from '../../command.ts';
import { describeData, withStore } from '../../store.ts';
import { NAME_AND_VERSION } from '../version.ts';
import { type Addresses, clientBase, describeIngestKey, printWelcome } from './welcome.ts';

interface DemoInput {
  config: Config;
  app: Addresses;
  signal: AbortSignal;
  context: Context;
}

export const startDemo = async (input: DemoInput): Promise<{ ended: Promise<void> } | null> => {
  const { config, app, signal, context } = input;
  const { io, clock, randomBytes } = context;
  const ingestKey =
    config.ingestKeys?.[0] ?? (await readOrCreateKey(INGEST_KEY_FILE, config.dataDir, randomBytes));
  const send = makeSend({ privateUrl: app.privateUrl, ingestKey });
  const onStart = () => io.err('Preparing the demo: 90 days of orders …');
  const prepared = await withStore(context, (deps) =>
    prepareDemo({ deps, dataDir: config.dataDir, send, signal, onStart }),
  );
  if (signal.aborted) return null;
  if (prepared === null) {
    await printWelcome(config, app, context);
    io.err('This database has data already, so the demo leaves it alone.');
    return null;
  }
  for (const line of demoWelcome(config, app, prepared)) io.out(line);
  if (prepared.refusal !== null) io.err(`Some of the demo was refused: ${prepared.refusal}`);
  let isTold = false;
  const onTrouble = (reason: string): void => {
    // Once is enough: an outage has its own lines in the log.
    if (!isTold) io.err(`The demo could not send its orders and keeps retrying: ${reason}`);
    isTold = true;
  };
  return { ended: playDemo(prepared, { clock, send, signal, onTrouble }) };
};

const demoWelcome = (config: Config, app: Addresses, prepared: Prepared): string[] => {
  const base = clientBase(config, app.publicUrl);
  const { token } = prepared;
  return [
    `${NAME_AND_VERSION} is ready, with a demo: ${DEMO_NAME}, ${DEMO_CITY}.`,
    `${whatHappened(prepared)} A new order comes in every half minute.`,
    '',
    ...table(
      [
        ...panelRows(base, prepared),
        ['Docs', `${base}/docs`],
        ['Key', `${token} (all scopes; “test” is only a label)`],
        ['Orders in', `${app.privateUrl}/commands (ingest key: ${describeIngestKey(config)})`],
        ['Data', describeData(config)],
      ],
      '  ',
    ),
    '',
    'Try, in a second terminal:',
    '',
    ...commandsToTry(base, token).flatMap(([what, command]) => [`  # ${what}`, `  ${command}`, '']),
    'Ctrl-C stops it. Without the demo: npm start -- --no-demo',
  ];
};

const whatHappened = ({ isNew, ofFirst: orders }: Prepared): string => {
  if (isNew) return `${plural(orders, 'order')} of the last 90 days are loaded.`;
  const meanwhile = orders === 0 ? '' : `; ${plural(orders, 'order')} came in meanwhile`;
  return `It resumes where it stopped${meanwhile}.`;
};

const panelRows = (base: string, { login }: Prepared): string[][] => {
  const panel = ['Panel', `${base}/panel`];
  if (login === null) return [panel];
  const { email, clave } = login;
  const how = clave === null ? `${email}, with the password you chose` : `${email}  ${clave}`;
  return [panel, ['Sign in', how]];
};

/** Each command is complete in itself, so that it can be copied alone. */
const commandsToTry = (base: string, token: string): [what: string, command: string][] => {
  const auth = `-H 'Authorization: Bearer ${token}'`;
  // A name that nobody can own: until it is replaced, nothing leaves this machine.
  const webhook = '{"url":"https://your-server.example/orders"}';
  return [
    ['the newest orders', `curl -sS '${base}/api/pedidos?limite=2' ${auth}`],
    // The key is in the query, the only place where a browser's EventSource can put it.
    ['every change, as it happens', `curl -sSN '${base}/api/stream?llave=${token}'`],
    [
      'send every change to your own server',
      `curl -sS '${base}/api/webhooks' ${auth} \\\n    -H 'Content-Type: application/json' -d '${webhook}'`,
    ],
  ];
};
