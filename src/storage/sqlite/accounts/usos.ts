import type { Uso, UsoStore } from '../../port/panel.ts';
import type { Connection } from '../driver/connection.ts';

const ADD = `
  INSERT INTO llaves_uso (restaurante_id, llave_id, dia, peticiones, limitadas, errores)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET peticiones = peticiones + excluded.peticiones,
    limitadas = limitadas + excluded.limitadas, errores = errores + excluded.errores`;
const LIST = `
  SELECT restaurante_id AS restauranteId, llave_id AS llaveId, dia, peticiones, limitadas, errores
  FROM llaves_uso WHERE restaurante_id = ? AND dia >= ? ORDER BY llave_id, dia`;

export const makeUsoStore = ({ run, all, transaction }: Connection): UsoStore => ({
  add: async (usos) =>
    transaction(
      () => {
        for (const { restauranteId, llaveId, dia, peticiones, limitadas, errores } of usos) {
          run(ADD, restauranteId, llaveId, dia, peticiones, limitadas, errores);
        }
      },
      { fsync: false },
    ),
  list: async (restauranteId, fromDia) =>
    all<Uso>(LIST, restauranteId, fromDia).map((row) => ({ ...row })),
});
