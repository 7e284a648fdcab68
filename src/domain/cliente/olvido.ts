import type { Comando, ComandoPedido } from '../../contract/comandos.ts';
import type { Evento } from '../../contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../contract/recursos/historial.ts';
import type { Pedido } from '../../contract/recursos/pedido.ts';

/** Takes the customer out of one order: a step of `cliente.olvidar`, and no command of the private door. */
export type OlvidarPedido = Omit<Comando<'pedido.cancelar'>, 'op'> & { op: 'pedido.olvidar' };

/** All that the log carries out. */
export type ComandoLog = ComandoPedido | OlvidarPedido;

const NOBODY: Pedido['cliente'] = {
  nombre: '',
  telefono: '',
  email: '',
  consintio_marketing: false,
};

/** What says nothing of the customer, or has to be kept by law: money, items and invoice. */
type Kept =
  | ('id' | 'numero' | 'tipo' | 'estado' | 'fuente' | 'restaurante' | 'mesa')
  | ('creado_en' | 'aceptado_en' | 'entregado_en' | 'programado_para')
  | ('items' | 'totales' | 'pago' | 'entrega' | 'fiscal');

/** What takes the place of everything else. A new field does not compile until it stands here or there. */
const FORGOTTEN: Omit<Pedido, Kept> = { cliente: NOBODY, direccion: null, instrucciones: null };

/** The order without its customer. */
export const withoutCliente = (pedido: Pedido): Pedido => ({ ...pedido, ...FORGOTTEN });

/** An event of the log, as stored, around the same order without its customer. */
export const eventWithoutCliente = (json: string): string => {
  const evento = JSON.parse(json) as Evento;
  const pedido = withoutCliente(evento.datos.pedido);
  return JSON.stringify({ ...evento, datos: { ...evento.datos, pedido } });
};

/** An entry of the history, as stored, without its free text. */
export const entryWithoutDetalle = (json: string): string =>
  JSON.stringify({ ...(JSON.parse(json) as EntradaHistorial), detalle: {} });
