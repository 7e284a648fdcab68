import Type from 'typebox';
import { CurrencyCode, Exact, Id, LARGE, Text } from '../scalars.ts';

export const PERIODOS = ['hoy', 'ayer', '7d', '30d', 'mes_actual'] as const;
export type Periodo = (typeof PERIODOS)[number];

/** The longest range of a summary: a leap year. */
export const RANGO_DIAS_MAX = 366;

/** Sums may exceed what a single order may hold, and a count has no ceiling. */
const Total = () => Type.Integer({ minimum: 0 });
const TotalCents = () => Type.Integer({ minimum: 0, ...LARGE });

/** The one place where timestamps carry the restaurant's own offset instead of `Z`. */
const ZonedTimestamp = () =>
  Type.String({ format: 'date-time', examples: ['2026-11-15T00:00:00+01:00'] });

/** The `periodo` of a range that the request gave. */
export const PERSONALIZADO = 'personalizado';

export const Resumen = Exact({
  periodo: Type.Enum([...PERIODOS, PERSONALIZADO]),
  desde: ZonedTimestamp(),
  hasta: ZonedTimestamp(),
  zona_horaria: Type.String(),
  kpis: Exact({
    pedidos_total: Total(),
    pedidos_cancelados: Total(),
    clientes_distintos: Total(),
    ventas_cents: TotalCents(),
    ticket_medio_cents: TotalCents(),
    moneda: CurrencyCode(),
  }),
  mix_tipo: Exact({ reparto: Total(), recogida: Total(), mesa: Total() }),
  top_productos: Type.Array(
    Exact({
      producto_id: Id('producto'),
      nombre: Text(),
      unidades: Total(),
      ventas_cents: TotalCents(),
    }),
  ),
});

export type Resumen = Type.Static<typeof Resumen>;
