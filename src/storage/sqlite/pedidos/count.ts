import { ESTADOS, TIPOS } from '../../../contract/recursos/pedido.ts';
import type { PedidoFilter } from '../../port/pedidos.ts';
import { type ConteoRange, conteoParts, EXACT_MAX, TOLERANCE } from '../../shared/conteos.ts';
import type { Connection } from '../driver/connection.ts';

const MATCHES = `estado IN (SELECT value FROM json_each($1)) AND tipo IN (SELECT value FROM json_each($2))`;
const COUNT_DAYS = `
  SELECT coalesce(sum(pedidos), 0) AS n FROM conteos
  WHERE ${MATCHES} AND restaurante_id = $3 AND dias = $4 AND inicio >= $5 AND inicio < $6`;
const COUNT_ORDERS = `
  SELECT count(*) AS n FROM pedidos INDEXED BY pedidos_creado
  WHERE ${MATCHES} AND restaurante_id = $3 AND creado_ms >= $4 AND creado_ms < $5`;

/** The states and the types that a filter lets through, as JSON. */
export const matchValues = ({ estados, tipo }: PedidoFilter): [string, string] => [
  JSON.stringify(estados.length === 0 ? ESTADOS : estados),
  JSON.stringify(tipo === null ? TIPOS : [tipo]),
];

/**
 * Whole days come from the counters. The orders of the partial days at both ends are counted one by one, unless these
 * days hardly matter beside the whole ones: then their share is estimated.
 */
export const countPedidos = ({ get }: Connection, filter: PedidoFilter): number => {
  const matches = matchValues(filter);
  const count = (sql: string, ...values: number[]): number =>
    get<{ n: number }>(sql, ...matches, filter.restauranteId, ...values)?.n ?? 0;
  const countDays = ({ dias, from, to }: ConteoRange) => count(COUNT_DAYS, dias, from, to);

  const { ranges, edges } = conteoParts(filter);
  const whole = sum(ranges.map(countDays));
  if (whole > EXACT_MAX) {
    const days = edges.map(({ dia, share }) => {
      const pedidos = countDays({ dias: 1, from: dia, to: dia + 1 });
      return { pedidos, share };
    });
    if (sum(days.map(({ pedidos }) => pedidos)) <= whole * TOLERANCE) {
      return Math.round(whole + sum(days.map(({ pedidos, share }) => pedidos * share)));
    }
  }
  return whole + sum(edges.map(({ desdeMs, hastaMs }) => count(COUNT_ORDERS, desdeMs, hastaMs)));
};

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
