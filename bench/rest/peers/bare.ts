// The least that Node can do: one answer of ours, with its headers, to everybody.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { port, file, status, headers } = JSON.parse(process.argv[2] ?? '') as {
  port: number;
  file: string;
  status: number;
  headers: string[];
};
const body = readFileSync(file);

createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(body);
}).listen(port, '127.0.0.1', () => console.log('ready'));
