import { ESTADOS, type Estado, TIPOS, type Tipo } from '../../contract/recursos/pedido.ts';
import type { PedidoFilter } from '../port/pedidos.ts';

/** The entries of the (estado, tipo, id) index with one state and one type: a run sorted by id. */
export interface IndexRun {
  estado: Estado;
  tipo: Tipo;
}

/**
 * The runs whose merge, by id, is the list that a filter asks for. Null when the filter names neither
 * states nor a type: then the id index itself is that list. A merge of sorted runs touches a page's
 * worth of entries plus one for each run, however rare or common the values are.
 */
export const indexRuns = ({ estados, tipo }: PedidoFilter): IndexRun[] | null => {
  const states = new Set(estados.length === 0 ? ESTADOS : estados);
  if (states.size === ESTADOS.length && tipo === null) return null;
  const types = tipo === null ? TIPOS : [tipo];
  return [...states].flatMap((estado) => types.map((each) => ({ estado, tipo: each })));
};
