import { Comanda } from '@comanda/client';

const { COMANDA_URL = 'http://127.0.0.1:8080', COMANDA_KEY = '' } = process.env;

//#region
const comanda = new Comanda({ url: COMANDA_URL, key: COMANDA_KEY });
const { nombre, zona_horaria } = await comanda.restaurante();
console.log(`${nombre} (${zona_horaria})`);
//#endregion
