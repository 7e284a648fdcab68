import { makeListUsos } from '../../accounts/usos.ts';
import { type Database, send } from '../../database.ts';
import type { UsoStore } from '../../port/panel.ts';
import { int4Array, int8Array, textArray } from '../driver/arrays.ts';

const ADD = `
  INSERT INTO llaves_uso AS l (restaurante_id, llave_id, dia, peticiones, limitadas, errores)
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
  ON CONFLICT (restaurante_id, llave_id, dia) DO UPDATE SET
    peticiones = l.peticiones + excluded.peticiones,
    limitadas = l.limitadas + excluded.limitadas, errores = l.errores + excluded.errores`;

export const makeUsoStore = (database: Database): UsoStore => ({
  add(usos) {
    // Writes in the order of their primary key: two processes that write the same rows must not deadlock.
    const rows = usos.toSorted((a, b) =>
      a.llaveId === b.llaveId ? a.dia - b.dia : a.llaveId < b.llaveId ? -1 : 1,
    );
    return database.transact(() =>
      send(
        ADD,
        textArray(rows.map((row) => row.restauranteId)),
        textArray(rows.map((row) => row.llaveId)),
        int4Array(rows.map((row) => row.dia)),
        int8Array(rows.map((row) => row.peticiones)),
        int8Array(rows.map((row) => row.limitadas)),
        int8Array(rows.map((row) => row.errores)),
      ),
    );
  },
  list: makeListUsos(database),
});
