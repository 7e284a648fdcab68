import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useLive, useTablero } from '../../api/live.tsx';
import { isClosed, TIPOS } from '../../api/values.ts';
import type { Columna, Pedido, PedidoPantalla, Tipo } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { SearchField, Segments } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { LiveBadge } from '../../shell/shell.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import { useHiddenBelow } from '../kitchen/use-hidden-below.ts';
import { EMPTY_FILTER } from './filter/filter.ts';
import { longestWaitFirst } from './lateness.ts';
import { matches } from './match.ts';
import { OrderCard } from './order-card.tsx';
import { OrdersTabs } from './orders-tabs.tsx';

type Closed = 'hide' | 'show';

/** An older event marks no card, or whoever came back to the board would see all that moved before move again. */
const FRESH_MS = 5_000;

export const BoardPage = () => {
  const { t } = useWords();
  const { href } = useRestaurant();
  const query = useTablero<Pedido>();
  const [text, setText] = useState('');
  const [tipo, setTipo] = useState<Tipo | ''>('');
  const [closed, setClosed] = useState<Closed>('hide');
  return (
    <Page
      title={t('nav.orders')}
      actions={
        <>
          <LiveBadge />
          <ExportButton filter={{ ...EMPTY_FILTER, tipo }} />
          <Link href={href('/pedidos/cocina')} className="button">
            <Icon name="screen" size={16} />
            {t('orders.kitchen')}
          </Link>
        </>
      }
    >
      <div className="row toolbar">
        <OrdersTabs />
        <SearchField label={t('orders.filterBoard')} value={text} onChange={setText} />
        <Segments
          label={t('orders.type')}
          value={tipo}
          options={[['', t('word.all')], ...TIPOS.map((one) => [one, t(`tipo.${one}`)] as const)]}
          onChange={setTipo}
        />
        <Segments
          label={t('orders.closed')}
          value={closed}
          options={[
            ['hide', t('orders.openOnly')],
            ['show', t('orders.withClosed')],
          ]}
          onChange={setClosed}
        />
      </div>
      <Load query={query}>
        {({ columnas }) => (
          <Board
            columnas={
              closed === 'show' ? columnas : columnas.filter(({ estado }) => !isClosed(estado))
            }
            keep={(pedido) => (tipo === '' || pedido.tipo === tipo) && matches(pedido, text)}
          />
        )}
      </Load>
    </Page>
  );
};

/** Shows open orders with the longest wait first, closed ones with the newest first. */
export const Board = <P extends PedidoPantalla>({
  columnas,
  keep = () => true,
}: {
  columnas: readonly Columna<P>[];
  keep?(pedido: P): boolean;
}) => {
  const now = useNow();
  const { recent } = useLive();
  const freshSince = new Date(now - FRESH_MS).toISOString();
  const fresh = recent.current.filter(({ creado_en }) => creado_en > freshSince);
  const moved = new Set(fresh.map(({ datos }) => datos.pedido.id));
  return (
    <div className="board">
      {columnas.map((columna) => (
        <Column key={columna.estado} columna={columna} keep={keep} moved={moved} nowMs={now} />
      ))}
    </div>
  );
};

const Column = <P extends PedidoPantalla>({
  columna: { estado, total, pedidos },
  keep,
  moved,
  nowMs,
}: {
  columna: Columna<P>;
  keep(pedido: P): boolean;
  moved: ReadonlySet<string>;
  nowMs: number;
}) => {
  const { t, tn, format } = useWords();
  const closed = isClosed(estado);
  const kept = pedidos.filter(keep);
  const shown = closed ? kept : longestWaitFirst(kept);
  const hidden = closed ? 0 : total - pedidos.length;
  const list = useRef<HTMLUListElement>(null);
  // A column scrolls only on a wall.
  const below = useHiddenBelow(list, shown.map(({ id }) => id).join());
  return (
    <section
      className="column"
      aria-label={t(`estado.${estado}`)}
      data-estado={estado}
      data-empty={shown.length === 0}
    >
      <header className={`row tight line spread column-head tone-${ESTADO_TONE[estado]}`}>
        <h2>{t(`estado.${estado}`)}</h2>
        <span>{format.number(closed ? shown.length : total)}</span>
      </header>
      <ul className="column-cards" ref={list} {...(below > 0 && { tabIndex: 0 })}>
        {shown.map((pedido) => (
          <OrderCard key={pedido.id} pedido={pedido} fresh={moved.has(pedido.id)} nowMs={nowMs} />
        ))}
      </ul>
      {shown.length === 0 && <p className="soft small column-empty">{t('orders.columnEmpty')}</p>}
      {below > 0 && <p className="tickets-more">{tn('kitchen.below', below + hidden)}</p>}
      {below === 0 && hidden > 0 && (
        <p className="soft small column-empty">{tn('orders.more', hidden)}</p>
      )}
    </section>
  );
};
