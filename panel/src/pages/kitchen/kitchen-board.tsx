import { useRef } from 'react';
import { useWords } from '../../i18n/lang.ts';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Ticket } from './ticket.tsx';
import { useFit } from './use-fit.ts';
import type { Group } from './view.ts';

/** The open orders as large as the screen allows; those that do not fit come with the next page. */
export const KitchenBoard = ({ groups, nowMs }: { groups: Group[]; nowMs: number }) => {
  const { t } = useWords();
  if (groups.length === 0) return <p className="kitchen-idle">{t('kitchen.idle')}</p>;
  return <Pages groups={groups} nowMs={nowMs} />;
};

const Pages = ({ groups, nowMs }: { groups: Group[]; nowMs: number }) => {
  const { t, tn } = useWords();
  const board = useRef<HTMLDivElement>(null);
  const pager = useRef<HTMLDivElement>(null);
  // All of them, because whatever is written on a ticket may change its height.
  const { count, current, hidden, next } = useFit(board, pager, JSON.stringify(groups));
  const unloaded = groups.reduce((sum, { total, pedidos }) => sum + total - pedidos.length, 0);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="kitchen-board" ref={board} tabIndex={0} aria-label={t('orders.kitchen')}>
        {groups.map((group) => (
          <Tickets key={group.estado} group={group} nowMs={nowMs} />
        ))}
      </section>
      <div className="row kitchen-pager" ref={pager} hidden>
        <strong>{t('kitchen.page', { page: current + 1, of: count })}</strong>
        <Button icon="next" onClick={next}>
          {tn('kitchen.more', hidden + unloaded)}
        </Button>
      </div>
    </>
  );
};

const Tickets = ({ group: { estado, total, pedidos }, nowMs }: { group: Group; nowMs: number }) => {
  const { t, format } = useWords();
  const tickets = (
    <ul>
      {pedidos.map((pedido) => (
        <Ticket key={pedido.id} pedido={pedido} nowMs={nowMs} withState={estado === null} />
      ))}
    </ul>
  );
  if (estado === null) return tickets;
  return (
    <section aria-label={t(`estado.${estado}`)} className="kitchen-group">
      <h2 className={`tone-${ESTADO_TONE[estado]}`}>
        {t(`estado.${estado}`)} <span>{format.number(total)}</span>
      </h2>
      {tickets}
    </section>
  );
};
