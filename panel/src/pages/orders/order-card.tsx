import { memo } from 'react';
import { Link } from 'wouter';
import type { Pedido, PedidoPantalla, Tipo } from '../../api/wire.ts';
import { useWords, type Words } from '../../i18n/lang.ts';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { useRestaurant } from '../../scope.tsx';
import { waiting } from './lateness.ts';

export const TIPO_ICON: Record<Tipo, IconName> = {
  reparto: 'bike',
  recogida: 'bag',
  mesa: 'table',
};

const ITEMS_SHOWN = 3;

/** The short number that people call out: `#42` of `20261115-42`. */
export const callNumber = (numero: string): string => `#${numero.split('-').at(-1) ?? numero}`;

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

export const place = ({ mesa, cliente }: PedidoPantalla, t: Words['t']): string =>
  mesa === null ? cliente.nombre || t('orders.nobody') : `${t('word.table')} ${mesa.numero}`;

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
  const { href, cuenta } = useRestaurant();
  const { id, numero, tipo, items, totales, programado_para, creado_en } = pedido;
  const wait = waiting(pedido, nowMs, cuenta.plazos);
  const rest = items.length - ITEMS_SHOWN;
  const card = (
    <>
      <div className="row tight line order-card-head">
        <strong>{callNumber(numero)}</strong>
        <span className="soft small ellipsis order-type">
          <Icon name={TIPO_ICON[tipo]} size={15} />
          {t(`tipo.${tipo}`)}
        </span>
        {wait?.ms == null ? (
          <time dateTime={creado_en}>{format.time(creado_en)}</time>
        ) : (
          <span className="wait" data-level={wait.level}>
            {format.duration(wait.ms)}
          </span>
        )}
      </div>
      <p className="order-who">{place(pedido, t)}</p>
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
