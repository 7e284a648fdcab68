import type { Database } from '../database.ts';
import type { Uso, UsoStore } from '../port/panel.ts';

const LIST = `
  SELECT restaurante_id AS "restauranteId", llave_id AS "llaveId", dia, peticiones, limitadas, errores
  FROM llaves_uso WHERE restaurante_id = $1 AND dia >= $2 ORDER BY llave_id, dia`;

export const makeListUsos =
  ({ all }: Database): UsoStore['list'] =>
  (restauranteId, fromDia) =>
    all<Uso>(LIST, restauranteId, fromDia);
