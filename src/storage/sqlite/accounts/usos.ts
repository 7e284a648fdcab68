import { makeListUsos } from '../../accounts/usos.ts';
import type { Database } from '../../database.ts';
import type { UsoStore } from '../../port/panel.ts';
import type { Connection } from '../driver/connection.ts';

const ADD = `
  INSERT INTO llaves_uso (restaurante_id, llave_id, dia, peticiones, limitadas, errores)
  VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET peticiones = peticiones + excluded.peticiones,
    limitadas = limitadas + excluded.limitadas, errores = errores + excluded.errores`;

export const makeUsoStore = (database: Database, { run, transaction }: Connection): UsoStore => ({
  add: async (usos) =>
    transaction(
      () => {
        for (const { restauranteId, llaveId, dia, peticiones, limitadas, errores } of usos) {
          run(ADD, restauranteId, llaveId, dia, peticiones, limitadas, errores);
        }
      },
      { fsync: false },
    ),
  list: makeListUsos(database),
});
