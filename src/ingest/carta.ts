import type { IdKind } from '../contract/ids.ts';
import type { Carta, CartaDraft } from '../contract/recursos/carta.ts';
import type { MintId } from '../domain/ids.ts';
import { isoTimestamp } from '../domain/time.ts';
import type { Document } from '../storage/port/accounts.ts';

type CartaBody = Pick<Carta, 'moneda' | 'idioma_origen' | 'categorias'>;

/** Completes a menu with an id at every level; ids that were given are kept. */
export const completeCarta = (
  { moneda, idioma_origen, categorias }: CartaDraft,
  { mintId, now }: { mintId: MintId; now: number },
): CartaBody => {
  const mint = (kind: IdKind) => mintId(kind, now);
  return {
    moneda,
    idioma_origen,
    categorias: categorias.map(({ id = mint('categoria'), productos, ...categoria }) => ({
      id,
      ...categoria,
      productos: productos.map(
        ({ id = mint('producto'), tamaños, grupos_opcion, ...producto }) => ({
          id,
          ...producto,
          tamaños: tamaños.map(({ id = mint('tamano'), ...tamano }) => ({ id, ...tamano })),
          grupos_opcion: grupos_opcion.map(({ id = mint('grupo'), opciones, ...grupo }) => ({
            id,
            ...grupo,
            opciones: opciones.map(({ id = mint('opcion'), ...opcion }) => ({ id, ...opcion })),
          })),
        }),
      ),
    })),
  };
};

/** The menu without hidden categories and without products that are sold out. */
const onlyAvailable = ({ categorias, ...head }: CartaBody): CartaBody => ({
  ...head,
  categorias: categorias
    .filter((categoria) => categoria.activa)
    .map(({ productos, ...categoria }) => ({
      ...categoria,
      productos: productos.filter((producto) => producto.disponible),
    })),
});

/**
 * Both answers of `GET /carta`, complete but for the restaurant's id and slug: these are added on
 * reading, so that a changed slug never leaves a stale menu behind.
 */
export const cartaDocuments = (carta: CartaBody, now: number): Document[] => {
  const encode = ({ moneda, idioma_origen, categorias }: CartaBody) =>
    JSON.stringify({ moneda, idioma_origen, generado_en: isoTimestamp(now), categorias });
  return [
    { kind: 'carta', json: encode(carta) },
    { kind: 'carta_disponible', json: encode(onlyAvailable(carta)) },
  ];
};
