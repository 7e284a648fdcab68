import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useTablero } from '../../api/live.tsx';
import type { Estado, Pedido } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Load } from '../../parts/states/load.tsx';
import { useNow } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { LiveBadge } from '../../shell/shell.tsx';
import { callNumber, place, TIPO_ICON, waiting } from './order-card.tsx';

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

/** Keeps the screen on, where the browser can. The browser releases the lock when the page is hidden. */
const useWakeLock = (): void => {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const take = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
      } catch {
        // Not every browser supports it, and a low battery refuses it.
      }
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  }, []);
};

export const KitchenPage = () => {
  const { t } = useWords();
  const format = useFormat();
  const { id, cuenta, href } = useRestaurant();
  const query = useTablero(id);
  const now = useNow(5_000);
  const [full, setFull] = useState(false);
  useWakeLock();
  useEffect(() => {
    document.title = `${t('orders.kitchen')} · Comanda`;
    const onChange = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [t]);
  const toggle = () =>
    full ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  return (
    <main className="kitchen">
      <header className="kitchen-head">
        <h1>{cuenta.nombre}</h1>
        <LiveBadge />
        <time className="kitchen-clock">{format.time(new Date(now).toISOString())}</time>
        <Button icon="screen" onClick={() => void toggle().catch(() => undefined)}>
          {t(full ? 'orders.leaveFull' : 'orders.full')}
        </Button>
        <Link href={href('/pedidos')} className="button">
          <Icon name="close" size={16} />
          {t('do.close')}
        </Link>
      </header>
      <Load query={query}>
        {({ columnas }) => (
          <div className="kitchen-board">
            {columnas
              .filter(({ estado }) => IN_KITCHEN[estado])
              .map(({ estado, total, pedidos }) => (
                <section key={estado} aria-label={t(`estado.${estado}`)}>
                  <header className={`column-head tone-${ESTADO_TONE[estado]}`}>
                    <h2>{t(`estado.${estado}`)}</h2>
                    <span>{format.number(total)}</span>
                  </header>
                  <ul className="column-cards">
                    {/* Oldest first. */}
                    {pedidos.toReversed().map((pedido) => (
                      <Ticket key={pedido.id} pedido={pedido} nowMs={now} />
                    ))}
                  </ul>
                  {pedidos.length === 0 && (
                    <p className="column-empty">{t('orders.columnEmpty')}</p>
                  )}
                </section>
              ))}
          </div>
        )}
      </Load>
    </main>
  );
};

const Ticket = ({ pedido, nowMs }: { pedido: Pedido; nowMs: number }) => {
  const { t } = useWords();
  const format = useFormat();
  const wait = waiting(pedido, nowMs);
  return (
    <li className="ticket">
      <div className="ticket-head">
        <strong>{callNumber(pedido.numero)}</strong>
        <Icon name={TIPO_ICON[pedido.tipo]} size={26} />
        <span className="grow">{place(pedido, t('word.table'))}</span>
        {wait !== null && (
          <span className="wait" data-level={wait.level}>
            {format.duration(wait.ms)}
          </span>
        )}
      </div>
      {pedido.programado_para !== null && (
        <p className="chip">{t('orders.for', { time: format.time(pedido.programado_para) })}</p>
      )}
      <ul className="ticket-items">
        {pedido.items.map((item) => (
          <li key={item.id}>
            <strong>{item.cantidad}×</strong> {item.nombre}
            {item.tamaño !== '' && <span className="soft"> · {item.tamaño}</span>}
            {item.opciones.length > 0 && (
              <small>{item.opciones.map(({ nombre }) => nombre).join(', ')}</small>
            )}
          </li>
        ))}
      </ul>
      {pedido.instrucciones !== null && <p className="ticket-note">{pedido.instrucciones}</p>}
    </li>
  );
};
