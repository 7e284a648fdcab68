import type { OrigenLlave, RastroLlave } from '../../contract/panel.ts';
import { isoDate, isoTimestamp, utcDay } from '../../domain/time.ts';
import type { Llave } from '../../storage/port/accounts.ts';
import { RASTRO_DAYS, type Rastro, type UsoStore } from '../../storage/port/panel.ts';

/** Who has used a key and for what, in the words of the wire. */
export const keyUse = async (
  usos: Pick<UsoStore, 'list' | 'trail'>,
  { id, restauranteId }: Pick<Llave, 'id' | 'restauranteId'>,
  nowMs: number,
): Promise<RastroLlave> => {
  const [uses, trail] = await Promise.all([
    usos.list(restauranteId, utcDay(nowMs) - RASTRO_DAYS + 1),
    usos.trail(restauranteId, id, nowMs),
  ]);
  const of = (clase: Rastro['clase']) => trail.filter((each) => each.clase === clase);
  const origin = ({ valor, primeraMs, ultimaMs, peticiones }: Rastro): OrigenLlave => ({
    valor,
    primera_en: isoTimestamp(primeraMs),
    ultima_en: isoTimestamp(ultimaMs),
    peticiones,
  });
  return {
    dias: uses
      .filter(({ llaveId }) => llaveId === id)
      .map(({ dia, peticiones, limitadas, errores }) => ({
        dia: isoDate(dia),
        peticiones,
        limitadas,
        errores,
      })),
    operaciones: of('operacion').map(({ valor, peticiones }) => {
      const [dia = '', estado = '', ...operacion] = valor.split(' ');
      return { dia, operacion: operacion.join(' '), estado: Number(estado), peticiones };
    }),
    redes: of('red').map(origin),
    agentes: of('agente').map(origin),
  };
};
