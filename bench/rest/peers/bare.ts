// The least that Node can do: the same bytes to everybody, with as many headers as ours has.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { port, file, status } = JSON.parse(process.argv[2] ?? '') as {
  port: number;
  file: string;
  status: number;
};
const body = readFileSync(file);
const headers = [
  ...['Content-Type', 'application/json; charset=utf-8'],
  ...['ETag', '"0123456789012345678901"'],
  ...['Cache-Control', 'private, no-cache'],
  ...['Vary', 'Accept-Encoding, Authorization, Origin'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['X-RateLimit-Limit', '60', 'X-RateLimit-Remaining', '59', 'X-RateLimit-Reset', '1790000000'],
  ...['RateLimit-Policy', '"llave";q=60;w=60', 'RateLimit', '"llave";r=59;t=60'],
  ...['Access-Control-Allow-Origin', '*', 'X-Request-Id', '0123456789ab-zz'],
];
if (status === 200) headers.push('Content-Length', String(body.length));

createServer((_, response) => {
  response.writeHead(status, headers);
  response.end(status === 200 ? body : undefined);
}).listen(port, '127.0.0.1', () => console.log('ready'));
