import { ESTADOS, type Estado, TIPOS, type Tipo } from '../../contract/recursos/pedido.ts';
import type { PedidoFilter } from '../port/pedidos.ts';

/** One sorted run of the (estado, tipo, id) index. */
export interface Branch {
  estado: Estado;
  tipo: Tipo;
}

/**
 * The runs whose merge, by id, is the list a filter asks for. Null when the filter names neither
 * states nor a type: then the id index itself is that list. A merge of sorted runs touches a page's
 * worth of entries plus one a run, however rare or common the values are.
 */
export const branchesOf = ({ estados, tipo }: PedidoFilter): Branch[] | null => {
  const states = new Set(estados.length === 0 ? ESTADOS : estados);
  if (states.size === ESTADOS.length && tipo === null) return null;
  const types = tipo === null ? TIPOS : [tipo];
  return [...states].flatMap((estado) => types.map((each) => ({ estado, tipo: each })));
};
