import { Buffer } from 'node:buffer';
import type { Store } from '../../../storage/port/store.ts';
import { joinBodies, ok } from '../../answer/answer.ts';
import type { Handlers } from '../handler.ts';

/** `GET /zonas` */
export const listZonas =
  ({ cuentas }: Pick<Store, 'cuentas'>): Handlers['listarZonas'] =>
  async ({ restauranteId }) => {
    const document = await cuentas.document(restauranteId, 'zonas');
    return ok(joinBodies('{"datos":', [document ?? Buffer.from('[]')], '}'));
  };
