import { Comanda } from '@comanda/client';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });

//#region
for await (const pedido of comanda.pedidos.all({ estado: ['entregado'] })) {
  console.log(JSON.stringify(pedido));
}
//#endregion
