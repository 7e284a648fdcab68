// A baseline for Node: sends one of our answers, with its headers, to every request.

import { createServer } from 'node:http';
import { listen, readSettings } from '../../support/script.ts';

const { status, headers, text } = readSettings<{
  status: number;
  headers: Record<string, string>;
  text: string;
}>();
const body = Buffer.from(text);

listen(
  createServer((_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  }),
);
