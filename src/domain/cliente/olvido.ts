import type { Comando, ComandoPedido } from '../../contract/comandos.ts';
import type { Evento } from '../../contract/recursos/evento.ts';
import type { EntradaHistorial } from '../../contract/recursos/historial.ts';
import type { Pedido } from '../../contract/recursos/pedido.ts';
import { CAMBIOS, type Cambios } from '../pedido/cambios.ts';

/** Takes the customer out of one order. A step of `cliente.olvidar`, not a command of the private door. */
export type OlvidarPedido = Omit<Comando<'pedido.cancelar'>, 'op'> & { op: 'pedido.olvidar' };

/** The commands that the log carries out. */
export type ComandoLog = ComandoPedido | OlvidarPedido;

const NOBODY: Pedido['cliente'] = {
  nombre: '',
  telefono: '',
  email: '',
  consintio_marketing: false,
};

/** Fields that say nothing of the customer, or must be kept by law: money, items and invoice. */
type Kept =
  | ('id' | 'numero' | 'tipo' | 'estado' | 'fuente' | 'restaurante' | 'mesa')
  | ('creado_en' | 'aceptado_en' | 'entregado_en' | 'programado_para')
  | ('items' | 'totales' | 'pago' | 'entrega' | 'fiscal');

/** Blanks all other fields. A new field of an order does not compile until it stands here or in `Kept`. */
const FORGOTTEN: Omit<Pedido, Kept> = { cliente: NOBODY, direccion: null, instrucciones: null };

export const withoutCliente = (pedido: Pedido): Pedido => ({ ...pedido, ...FORGOTTEN });

/** A stored event, with its order stripped of the customer. */
export const eventWithoutCliente = (json: string): string => {
  const evento = JSON.parse(json) as Evento;
  const pedido = withoutCliente(evento.datos.pedido);
  return JSON.stringify({ ...evento, datos: { ...evento.datos, pedido } });
};

/**
 * A stored history entry without its free text. Notes keep their trace of what is no customer's, such as the invoice;
 * nothing is known of the details of imported entries, so that they lose them all.
 */
export const entryWithoutCliente = (json: string, isImported: boolean): string => {
  const entry = JSON.parse(json) as EntradaHistorial;
  const cambios = entry.detalle[CAMBIOS];
  if (isImported || entry.accion !== 'anotado' || cambios === undefined) {
    return JSON.stringify({ ...entry, detalle: {} });
  }
  const kept = Object.entries(cambios as Cambios).filter(
    ([path]) => !Object.hasOwn(FORGOTTEN, path.split('.', 1)[0] ?? ''),
  );
  return JSON.stringify({ ...entry, detalle: { [CAMBIOS]: Object.fromEntries(kept) } });
};
