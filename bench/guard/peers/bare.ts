// A bare loop: parses a page of orders, writes it as JSON again and sends it. It costs what Node and the machine make
// it cost, whatever the service does.

import { createServer } from 'node:http';
import { listen, readSettings } from '../../support/script.ts';

const { text } = readSettings<{ text: string }>();

listen(
  createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(JSON.parse(text)));
  }),
);
