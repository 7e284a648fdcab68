import type { Config } from '../config/config.ts';
import type { Prepared } from '../demo/demo.ts';
import { DEMO_CITY, DEMO_NAME } from '../demo/demo.ts';
import { NAME_AND_VERSION } from './commands/version.ts';
import { describeData } from './store.ts';
import { plural, table } from './text.ts';
import { type Addresses, clientBase, describeIngestKey } from './welcome.ts';

/** What the demo is, where to look, and three commands to copy. */
export const demoBlock = (config: Config, app: Addresses, prepared: Prepared): string[] => {
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
    ...commandsToTry(base, token).flatMap(({ what, command }) => [
      `  # ${what}`,
      `  ${command}`,
      '',
    ]),
    'Ctrl-C ends it. Without the demo: npm start -- --no-demo',
  ];
};

const whatHappened = ({ isNew, orders }: Prepared): string => {
  if (isNew) return `${plural(orders, 'order')} of the last 90 days are in.`;
  const meanwhile = orders === 0 ? '' : `; ${plural(orders, 'order')} came in meanwhile`;
  return `It goes on where it was left${meanwhile}.`;
};

const panelRows = (base: string, { login }: Prepared): string[][] => {
  if (login === null) return [['Panel', `${base}/panel`]];
  const { email, clave } = login;
  return [
    ['Panel', `${base}/panel`],
    ['Sign in', clave === null ? `${email}, with the password you chose` : `${email}  ${clave}`],
  ];
};

/** Each stands for itself: whoever copies one needs nothing of the others. */
const commandsToTry = (base: string, token: string): { what: string; command: string }[] => {
  const auth = `-H 'Authorization: Bearer ${token}'`;
  return [
    { what: 'the newest orders', command: `curl -sS '${base}/api/pedidos?limite=2' ${auth}` },
    {
      what: 'every change, as it happens',
      // In the query, where a browser's event source has to put it too.
      command: `curl -sSN '${base}/api/stream?llave=${token}'`,
    },
    {
      what: 'have every change sent to an address of yours',
      // A name that nobody can own: until it is replaced, nothing leaves this machine.
      command: [
        `curl -sS '${base}/api/webhooks' ${auth}`,
        `-H 'Content-Type: application/json' -d '{"url":"https://your-server.example/orders"}'`,
      ].join(' \\\n    '),
    },
  ];
};
