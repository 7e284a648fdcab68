import { PREFIX } from '../contract/ids.ts';
import { type Evento, TIPOS_EVENTO, type TipoEvento } from '../contract/recursos/evento.ts';
import { PEDIDO_REPARTO } from '../contract/rutas/ejemplos.ts';
import { randomBase32 } from '../domain/ids.ts';
import type { Cuenta } from '../domain/log/batch.ts';
import type { RandomBytes } from '../platform/random.ts';

const ID_CHARS = 16;

/** The first type that a webhook subscribed to; for a wildcard, a new order. */
export const sampleType = (eventos: readonly string[]): TipoEvento =>
  TIPOS_EVENTO.find((tipo) => tipo === eventos[0]) ?? 'pedido.nuevo';

/** A test event with an invented order. Both ids say that they are a test; that of the event is no position in any log. */
export const sampleEvent = (
  { id, slug, nombre }: Pick<Cuenta, 'id' | 'slug' | 'nombre'>,
  tipo: TipoEvento,
  momento: string,
  randomBytes: RandomBytes,
): Evento => ({
  id: `${PREFIX.evento}prueba_${randomBase32(randomBytes(ID_CHARS))}`,
  tipo,
  creado_en: momento,
  restaurante_id: id,
  secuencia: 1,
  datos: {
    pedido: {
      ...PEDIDO_REPARTO,
      id: `${PREFIX.pedido}prueba_${randomBase32(randomBytes(ID_CHARS))}`,
      restaurante: { id, slug, nombre },
    },
    cambios: ['estado'],
  },
});
