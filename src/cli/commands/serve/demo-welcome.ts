import type { Config } from '../../../config/config.ts';
import { DEMO_CITY, DEMO_NAME, type Prepared } from '../../../demo/demo.ts';
import { describeData } from '../../store.ts';
import { plural, table } from '../../terminal/text.ts';
import { NAME_AND_VERSION } from '../version.ts';
import { type Addresses, clientBase, describeIngestKey } from './welcome.ts';

/** What the demo is, where to look, and three commands to copy. */
export const demoWelcome = (config: Config, app: Addresses, prepared: Prepared): string[] => {
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
        ['Key', `${token} (every scope, test data)`],
        ['Orders in', `${app.privateUrl}/commands (ingest key: ${describeIngestKey(config)})`],
        ['Data', describeData(config)],
      ],
      '  ',
    ),
    '',
    'Try, in a second terminal:',
    '',
    ...commandsToTry(base, token).flatMap(([what, command]) => [`  # ${what}`, `  ${command}`, '']),
    'Ctrl-C ends it. Without the demo: npm start -- --no-demo',
  ];
};

const whatHappened = ({ isNew, orders }: Prepared): string => {
  if (isNew) return `${plural(orders, 'order')} of the last 90 days are in.`;
  const meanwhile = orders === 0 ? '' : `; ${plural(orders, 'order')} came in meanwhile`;
  return `It goes on where it was left${meanwhile}.`;
};

const panelRows = (base: string, { login }: Prepared): string[][] => {
  const panel = ['Panel', `${base}/panel`];
  if (login === null) return [panel];
  const { email, clave } = login;
  const how = clave === null ? `${email}, with the password you chose` : `${email}  ${clave}`;
  return [panel, ['Sign in', how]];
};

/** Each is complete in itself, so that it can be copied alone. */
const commandsToTry = (base: string, token: string): [what: string, command: string][] => {
  const auth = `-H 'Authorization: Bearer ${token}'`;
  // A name that nobody can own: until it is replaced, nothing leaves this machine.
  const webhook = '{"url":"https://your-server.example/orders"}';
  return [
    ['the newest orders', `curl -sS '${base}/api/pedidos?limite=2' ${auth}`],
    // The key in the query, where a browser's event source has to put it too.
    ['every change, as it happens', `curl -sSN '${base}/api/stream?llave=${token}'`],
    [
      'have every change sent to an address of yours',
      `curl -sS '${base}/api/webhooks' ${auth} \\\n    -H 'Content-Type: application/json' -d '${webhook}'`,
    ],
  ];
};
