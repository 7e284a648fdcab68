import { Comanda, ComandaError } from '@comanda/client';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });

try {
  //#region
  // Waits when the limit is used up, and repeats what may be repeated.
  const { kpis } = await comanda.resumen({ periodo: 'hoy' });
  console.log(`${kpis.pedidos_total} orders today`);
  //#endregion
} catch (error) {
  if (!(error instanceof ComandaError)) throw error;
  // The request's id tells our support which one it was.
  console.error(`${error.codigo}: ${error.message} (${error.requestId})`);
  process.exitCode = 1;
}
