import type * as Panel from '../../../contract/panel.ts';
import type { Carta } from '../../../contract/recursos/carta.ts';
import type { CuentaStore } from '../../../storage/port/accounts.ts';
import { parseBody } from '../../../storage/port/body.ts';
import { type Answer, okJson } from '../../answer/answer.ts';

/** Reads the categories of the menu, for the stations of a kitchen; none before the platform has sent a menu. */
export const readCategorias = async (
  cuentas: Pick<CuentaStore, 'document'>,
  restauranteId: string,
): Promise<Answer> => {
  const document = await cuentas.document(restauranteId, 'carta');
  const categorias = document === null ? [] : parseBody<Carta>(document).categorias;
  const datos = categorias.map(({ id, nombre, productos }) => ({
    id,
    nombre,
    productos: productos.map((producto) => producto.id),
  }));
  return okJson({ datos } satisfies Panel.Lista<Panel.CategoriaCocina>);
};
