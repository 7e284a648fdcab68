import { Buffer } from 'node:buffer';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../wire/answer.ts';
import type { Handler } from '../handler.ts';

/** `GET /zonas` */
export const listZonas =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handler =>
  async ({ restauranteId }) => {
    const document = await cuentas.document(restauranteId, 'zonas');
    return ok(joinBodies('{"datos":', [document ?? Buffer.from('[]')], '}'));
  };
