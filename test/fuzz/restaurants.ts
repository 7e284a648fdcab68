import assert from 'node:assert/strict';
import { ESTADOS, TIPOS } from '../../src/contract/recursos/pedido.ts';
import {
  comando,
  sampleCarta,
  samplePedido,
  sampleRestaurante,
  sampleZonas,
} from '../support/samples.ts';
import type { AnswerLine } from '../support/service.ts';

/** A restaurant whose every text carries its mark. */
interface MarkedRestaurant {
  id: string;
  mark: string;
}

/** `a` sends the requests and must not see `b`; writes go to `c`. */
export const RESTAURANTS = {
  a: { id: 'rest_fuzz_a', mark: 'MARCADEALFA' },
  b: { id: 'rest_fuzz_b', mark: 'MARCADEBETA' },
  c: { id: 'rest_fuzz_c', mark: 'MARCADECETA' },
} as const satisfies Record<string, MarkedRestaurant>;

export type RestaurantName = keyof typeof RESTAURANTS;

const ORDERS = 24;

type Command = (lines: readonly object[]) => Promise<AnswerLine[]>;

/** Orders in every state, a menu, zones and a profile, all of them marked. */
export const seedRestaurant = async (
  command: Command,
  { id, mark }: MarkedRestaurant,
): Promise<void> => {
  const carta = sampleCarta();
  for (const categoria of carta.categorias) categoria.nombre = mark;
  const zonas = sampleZonas().map((zona) => ({ ...zona, nombre: mark }));
  await carryOut(command, [
    comando.guardarRestaurante(
      sampleRestaurante({ id, slug: id.replaceAll('_', '-'), nombre: `Casa ${mark}` }),
    ),
    comando.guardarCarta(carta, id),
    comando.guardarZonas(zonas, id),
  ]);
  const created = await carryOut(
    command,
    Array.from({ length: ORDERS }, (_, i) => {
      const tipo = TIPOS[i % TIPOS.length] ?? 'reparto';
      const draft = samplePedido({ tipo, instrucciones: mark });
      draft.cliente.nombre = `${mark} ${i}`;
      return comando.crear(draft, { restaurante_id: id, usuario: mark, detalle: { nota: mark } });
    }),
  );
  await carryOut(
    command,
    created.flatMap(({ pedido_id = '' }, i) => {
      const estado = ESTADOS[i % ESTADOS.length] ?? 'confirmado';
      // Only orders of type `reparto` may be `en_reparto`.
      return estado === 'en_reparto' || estado === 'pendiente'
        ? []
        : [comando.avanzar(pedido_id, estado, { restaurante_id: id })];
    }),
  );
};

const carryOut = async (command: Command, lines: readonly object[]): Promise<AnswerLine[]> => {
  const answers = await command(lines);
  for (const answer of answers) assert.ok(answer.ok, answer.error ?? '');
  assert.equal(answers.length, lines.length);
  return answers;
};
