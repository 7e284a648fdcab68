import { Failure, makeCommand, printable } from '@comanda/command-line';
import { keyUse } from '../../../admin/keys/key-use.ts';
import type { Context } from '../../command.ts';
import { keyId } from '../../readers.ts';
import { withExistingStore } from '../../store.ts';
import { noSuchKey } from './keys.ts';
import { keyJson } from './keys-list.ts';

export const keysShow = (context: Context) =>
  makeCommand('show', 'print a key and who has used it in the last 90 days', {
    notes: [
      'Networks (/24, /48) and programs (User-Agent), the last seen first, up to 50 of each; refused attempts with a revoked or',
      'expired key count too. Use shows within seconds.',
    ],
    examples: ['comanda keys show llv_01k9m3', 'comanda keys show llv_01k9m3 --json'],
  })
    .argument('<ID>', 'id of the key, as "keys list" shows it', keyId)
    .option(
      '--json',
      'print one line of JSON: the key as "keys list", and dias, operaciones, redes, agentes',
    )
    .action((id, options) =>
      withExistingStore(context, async ({ store, clock }) => {
        const llave = await store.llaves.get(id);
        if (llave === null) throw new Failure(noSuchKey(id));
        const nowMs = clock.now();
        const key = keyJson(llave, nowMs);
        const use = await keyUse(store.usos, llave, nowMs);
        const { io } = context;
        if (options.json) {
          io.out(JSON.stringify({ ...key, ...use }));
          return;
        }
        io.out(`${id}  ${key.restaurante_id}  ${key.nombre}  ${key.estado}`);
        for (const { dia, peticiones, limitadas, errores } of use.dias) {
          io.out(
            `day        ${dia}  ${peticiones} requests, ${limitadas} limited, ${errores} errors`,
          );
        }
        for (const { dia, operacion, estado, peticiones } of use.operaciones) {
          io.out(`operation  ${dia}  ${estado}  ${peticiones}  ${operacion}`);
        }
        const origins = [
          ...use.redes.map((each) => ['network', each] as const),
          ...use.agentes.map((each) => ['program', each] as const),
        ];
        for (const [what, { valor, primera_en, ultima_en, peticiones }] of origins) {
          const line = `${valor}  ${peticiones} requests, first ${primera_en}, last ${ultima_en}`;
          io.out(`${what.padEnd(9)}  ${printable(line)}`);
        }
      }),
    );
