import { memo } from 'react';
import { Link } from 'wouter';
import { isClosed } from '../../api/values.ts';
import type { Pedido, PedidoPantalla, Tipo } from '../../api/wire.ts';
import { HOUR_MS, MINUTE_MS } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { useRestaurant } from '../../scope.tsx';

export const TIPO_ICON: Record<Tipo, IconName> = {
  reparto: 'bike',
  recogida: 'bag',
  mesa: 'table',
};

const ITEMS_SHOWN = 3;
const LATE_MS = 30 * MINUTE_MS;
const VERY_LATE_MS = HOUR_MS;

/** The short number that people call out: `#42` of `20261115-42`. */
export const callNumber = (numero: string): string => `#${numero.split('-').at(-1) ?? numero}`;

/** When an order began to wait: at the time for which it was wanted, or else at its creation. */
const waitsSince = ({ programado_para, creado_en }: PedidoPantalla): number =>
  new Date(programado_para ?? creado_en).getTime();

/** Sorts by the longest wait; an order for later takes its place by the time for which it is wanted. */
export const longestWaitFirst = <P extends PedidoPantalla>(pedidos: readonly P[]): P[] =>
  pedidos.toSorted((a, b) => waitsSince(a) - waitsSince(b) || (a.id < b.id ? -1 : 1));

/** How long an order has been waiting; null for a closed one and one scheduled for later. */
export const waiting = (pedido: PedidoPantalla, nowMs: number) => {
  const later = pedido.programado_para !== null && waitsSince(pedido) > nowMs;
  if (isClosed(pedido.estado) || later) return null;
  const ms = Math.max(0, nowMs - waitsSince(pedido));
  return { ms, level: ms > VERY_LATE_MS ? 'bad' : ms > LATE_MS ? 'warn' : 'fine' };
};

/** 0 while an order waits as usual, 1 when it is late, 2 when it is very late. */
export const lateness = (pedido: PedidoPantalla, nowMs: number): number =>
  ['fine', 'warn', 'bad'].indexOf(waiting(pedido, nowMs)?.level ?? 'fine');

const ONLY_SIZE = /^(?:tamaño )?(?:[uú]nic[ao]|one size)$/i;

/** Whether the size is worth showing: that of a product with only one size is not. */
export const hasSize = ({ tamaño }: { tamaño: string }): boolean =>
  tamaño !== '' && !ONLY_SIZE.test(tamaño);

/** The size of an item, to follow its name: without a space that breaks, it never stands alone on a line. */
export const ItemSize = ({ item }: { item: { tamaño: string } }) =>
  hasSize(item) && (
    <span className="soft">
      {'\u00A0·\u00A0'}
      <bdi>{item.tamaño}</bdi>
    </span>
  );

export const place = ({ mesa, cliente }: PedidoPantalla, mesaWord: string): string =>
  mesa === null ? cliente.nombre : `${mesaWord} ${mesa.numero}`;

/** The time for which an order is wanted, with the day if it is another one: it would be cooked today otherwise. */
export const WantedFor = ({ iso, nowMs }: { iso: string; nowMs: number }) => {
  const { t, format } = useWords();
  const isToday = format.date(iso) === format.date(new Date(nowMs).toISOString());
  return (
    <span className="chip">
      {isToday
        ? t('orders.for', { time: format.time(iso) })
        : t('orders.forDay', { when: format.dateTime(iso) })}
    </span>
  );
};

interface Props {
  /** On a screen, an order has no totals and no link. */
  pedido: PedidoPantalla & Partial<Pick<Pedido, 'totales'>>;
  /** It has just arrived or moved. */
  fresh: boolean;
  nowMs: number;
}

/** Memoised: at an event only one of hundreds of cards changes. */
export const OrderCard = memo(({ pedido, fresh, nowMs }: Props) => {
  const { t, tn, format } = useWords();
  const { href } = useRestaurant();
  const { id, numero, tipo, items, totales, programado_para, creado_en } = pedido;
  const wait = waiting(pedido, nowMs);
  const rest = items.length - ITEMS_SHOWN;
  const card = (
    <>
      <div className="row tight line order-card-head">
        <strong>{callNumber(numero)}</strong>
        <span className="soft small ellipsis order-type">
          <Icon name={TIPO_ICON[tipo]} size={15} />
          {t(`tipo.${tipo}`)}
        </span>
        {wait === null ? (
          <time dateTime={creado_en}>{format.time(creado_en)}</time>
        ) : (
          <span className="wait" data-level={wait.level}>
            {format.duration(wait.ms)}
          </span>
        )}
      </div>
      <p className="order-who">{place(pedido, t('word.table'))}</p>
      <ul className="soft small order-items">
        {items.slice(0, ITEMS_SHOWN).map((item) => (
          <li key={item.id}>
            {item.cantidad}× <bdi>{item.nombre}</bdi>
          </li>
        ))}
        {rest > 0 && <li>{tn('orders.moreItems', rest)}</li>}
      </ul>
      <div className="row tight line">
        {programado_para !== null && <WantedFor iso={programado_para} nowMs={nowMs} />}
        {totales !== undefined && (
          <span className="order-total">{format.money(totales.total_cents, totales.moneda)}</span>
        )}
      </div>
    </>
  );
  return (
    <li className="order-card" data-fresh={fresh} data-order={id}>
      {totales === undefined ? (
        <div className="order-card-body">{card}</div>
      ) : (
        <Link href={href(`/pedidos/${id}`)} className="order-card-body">
          {card}
        </Link>
      )}
    </li>
  );
});
