import { readFile, writeFile } from 'node:fs/promises';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;

//#region
const etag = await readFile('carta-ts.etag', 'utf8').catch(() => null);
const response = await fetch(`${COMANDA_URL}/api/carta`, {
  headers: {
    Authorization: `Bearer ${COMANDA_KEY}`,
    ...(etag !== null && { 'If-None-Match': etag }),
  },
});
//#endregion

if (response.status === 200) {
  await writeFile('carta.json', await response.text());
  await writeFile('carta-ts.etag', response.headers.get('ETag') ?? '');
} else if (response.status !== 304) {
  throw new Error(`${response.status}: ${await response.text()}`);
}
console.log(response.status);
