// The objects that the panel receives, as the server declares them. Types only: no code of the server
// comes into the bundle.

import type { Categoria } from '../../../src/contract/recursos/carta.ts';
import type { Prueba } from '../../../src/contract/recursos/entrega.ts';

export type { Alcance } from '../../../src/contract/alcances.ts';
export type { Aviso, Avisos, PreferenciasAvisos } from '../../../src/contract/avisos/avisos.ts';
export type { CambioCierre, Cierre } from '../../../src/contract/dinero/cierre.ts';
export type { RangoMovil, TablaEnvio } from '../../../src/contract/envios.ts';
export type { Formato, Tabla } from '../../../src/contract/exportacion.ts';
export type * from '../../../src/contract/panel.ts';
export type { Caja } from '../../../src/contract/recursos/caja.ts';
export type { Carta, Categoria } from '../../../src/contract/recursos/carta.ts';
export type {
  Entrega,
  FiltroEntrega,
  PaginaEntregas,
  Prueba,
} from '../../../src/contract/recursos/entrega.ts';
export type { Ping, TipoEvento } from '../../../src/contract/recursos/evento.ts';
export type { EntradaHistorial } from '../../../src/contract/recursos/historial.ts';
export type { MetodoPago } from '../../../src/contract/recursos/importes.ts';
export type { Item } from '../../../src/contract/recursos/item.ts';
export type { Estado, Pedido, Tipo } from '../../../src/contract/recursos/pedido.ts';
export type { Reenvio } from '../../../src/contract/recursos/reenvio.ts';
export type { Restaurante } from '../../../src/contract/recursos/restaurante.ts';
export type {
  SecretoRotado,
  Webhook,
  WebhookCreado,
} from '../../../src/contract/recursos/webhook.ts';
export type { Zona } from '../../../src/contract/recursos/zona.ts';
export type { Right, Rol } from '../../../src/contract/roles.ts';

export type Producto = Categoria['productos'][number];
/** How an attempt to deliver ended. */
export type Resultado = Omit<Prueba, 'id' | 'entregada'>;
