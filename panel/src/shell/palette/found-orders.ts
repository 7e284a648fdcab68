import { usePedidos } from '../../api/queries.ts';
import { restaurantHref } from '../../base-path.ts';
import { useWords } from '../../i18n/lang.ts';
import { EMPTY_FILTER } from '../../pages/orders/filter/filter.ts';
import { callNumber, place, TIPO_ICON } from '../../pages/orders/order-card.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { useScope } from '../../scope.tsx';
import type { Found } from './found.ts';

const CHARS_MIN = 2;
const ORDERS_SHOWN = 6;

/** The orders that a text finds, once typing pauses. */
export const useFoundOrders = (text: string): { found: Found[]; isSearching: boolean } => {
  const { t, format } = useWords();
  const { cuenta } = useScope();
  const wanted = text.trim();
  const settled = useSettled(wanted);
  const isWanted = cuenta !== null && wanted.length >= CHARS_MIN;
  const buscar = isWanted ? settled : '';
  const { data, isFetching, isPlaceholderData } = usePedidos(
    cuenta?.id ?? '',
    { ...EMPTY_FILTER, buscar },
    buscar.length >= CHARS_MIN,
  );
  if (!isWanted) return { found: [], isSearching: false };
  // Until the answer comes, `data` is that of the text before.
  const isFound = settled === wanted && !isPlaceholderData;
  const pedidos = isFound ? (data?.pages[0]?.datos ?? []) : [];
  const found = pedidos.slice(0, ORDERS_SHOWN).map((pedido) => ({
    key: pedido.id,
    icon: TIPO_ICON[pedido.tipo],
    name: `${callNumber(pedido.numero)} · ${place(pedido, t)}`,
    note: `${format.dateTime(pedido.creado_en)} · ${format.money(pedido.totales.total_cents, pedido.totales.moneda)}`,
    href: restaurantHref(pedido.restaurante.id, `/pedidos/${pedido.id}`),
  }));
  return { found, isSearching: settled !== wanted || isFetching };
};
