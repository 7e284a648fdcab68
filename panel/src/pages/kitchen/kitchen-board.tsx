import { type CSSProperties, useRef } from 'react';
import type { Columna, Estado, PedidoPantalla, Tablero } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { longestWaitFirst } from '../orders/order-card.tsx';
import { Ticket } from './ticket.tsx';
import { useDensity } from './use-density.ts';
import { useHiddenBelow } from './use-hidden-below.ts';
import { usePacking } from './use-packing.ts';

/** The states in which an order concerns the kitchen. */
const IN_KITCHEN: Record<Estado, boolean> = {
  pendiente: true,
  confirmado: true,
  en_preparacion: true,
  listo: true,
  en_reparto: false,
  entregado: false,
  cancelado: false,
};

const columnsOf = ({ columnas }: Tablero<PedidoPantalla>) =>
  columnas.filter(({ estado }) => IN_KITCHEN[estado]);

export const ordersInKitchen = (tablero: Tablero<PedidoPantalla>): PedidoPantalla[] =>
  columnsOf(tablero).flatMap(({ pedidos }) => pedidos);

/** Shows the oldest orders first: the newest are those that may not fit, and the board says how many do not. */
export const KitchenBoard = ({
  tablero,
  nowMs,
}: {
  tablero: Tablero<PedidoPantalla>;
  nowMs: number;
}) => {
  const { t } = useWords();
  const board = useRef<HTMLDivElement>(null);
  const pedidos = ordersInKitchen(tablero);
  // All of them, because whatever is written on a ticket may change its height.
  const content = JSON.stringify(pedidos);
  const density = useDensity(board, content);
  if (pedidos.length === 0) return <p className="kitchen-idle">{t('kitchen.idle')}</p>;
  return (
    <div className="kitchen-board" data-density={density} ref={board}>
      {columnsOf(tablero).map((columna) => (
        <KitchenColumn
          key={columna.estado}
          columna={columna}
          nowMs={nowMs}
          layout={`${density} ${content}`}
        />
      ))}
    </div>
  );
};

const KitchenColumn = ({
  columna: { estado, total, pedidos },
  nowMs,
  layout,
}: {
  columna: Columna<PedidoPantalla>;
  nowMs: number;
  /** A key that changes whenever tickets may change their places. */
  layout: string;
}) => {
  const { t, tn, format } = useWords();
  const list = useRef<HTMLUListElement>(null);
  usePacking(list, layout);
  const below = useHiddenBelow(list, layout);
  const hidden = below + total - pedidos.length;
  return (
    <section
      aria-label={t(`estado.${estado}`)}
      data-empty={pedidos.length === 0}
      style={{ '--share': pedidos.length } as CSSProperties}
    >
      <header className={`row tight line spread column-head tone-${ESTADO_TONE[estado]}`}>
        <h2>{t(`estado.${estado}`)}</h2>
        <span>{format.number(total)}</span>
      </header>
      {pedidos.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <ul className="tickets" ref={list} tabIndex={0} aria-label={t(`estado.${estado}`)}>
          {longestWaitFirst(pedidos).map((pedido) => (
            <Ticket key={pedido.id} pedido={pedido} nowMs={nowMs} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="tickets-more">{tn('kitchen.more', hidden)}</p>}
    </section>
  );
};
