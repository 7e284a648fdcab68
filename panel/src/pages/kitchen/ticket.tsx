import type { ItemPantalla, PedidoPantalla } from '../../api/wire.ts';
import { isolate, useWords } from '../../i18n/lang.ts';
import { Icon } from '../../parts/icon.tsx';
import {
  callNumber,
  ItemSize,
  place,
  TIPO_ICON,
  WantedFor,
  waiting,
} from '../orders/order-card.tsx';

type Progress = 'todo' | 'doing' | 'done';

const PROGRESS: Record<string, Progress> = {
  en_preparacion: 'doing',
  listo: 'done',
  servido: 'done',
};

export const Ticket = ({ pedido, nowMs }: { pedido: PedidoPantalla; nowMs: number }) => {
  const { t, format } = useWords();
  const wait = waiting(pedido, nowMs);
  return (
    <li className="ticket" data-late={wait?.level} data-order={pedido.id}>
      <div className="row line ticket-head">
        <strong>{callNumber(pedido.numero)}</strong>
        <Icon name={TIPO_ICON[pedido.tipo]} size={26} />
        {wait !== null && (
          <span className="wait" data-level={wait.level}>
            {format.duration(wait.ms)}
          </span>
        )}
      </div>
      <p className="ticket-place">{place(pedido, t('word.table'))}</p>
      {pedido.programado_para !== null && <WantedFor iso={pedido.programado_para} nowMs={nowMs} />}
      <ul className="ticket-items">
        {pedido.items.map((item) => (
          <TicketItem key={item.id} item={item} isReady={pedido.estado === 'listo'} />
        ))}
      </ul>
      {pedido.instrucciones && <p className="ticket-note">{pedido.instrucciones}</p>}
    </li>
  );
};

/** Every item of a ready order is ready, also where the platform does not say so of each. */
const TicketItem = ({ item, isReady }: { item: ItemPantalla; isReady: boolean }) => {
  const { open } = useWords();
  const progress = isReady ? 'done' : (PROGRESS[item.estado_cocina] ?? 'todo');
  return (
    <li data-progress={progress}>
      <span className="tick">{progress === 'done' && <Icon name="check" size={20} />}</span>
      <span>
        <strong>{item.cantidad}×</strong> <bdi>{item.nombre}</bdi>
        <ItemSize item={item} />
        {progress !== 'todo' && (
          <span className="hidden-text">
            {' '}
            {open('cocina', progress === 'done' ? 'listo' : 'en_preparacion')}
          </span>
        )}
        {item.opciones.length > 0 && <small>{item.opciones.map(optionText).join(', ')}</small>}
      </span>
    </li>
  );
};

const optionText = ({ nombre, cantidad }: ItemPantalla['opciones'][number]): string =>
  `${cantidad > 1 ? `${cantidad}× ` : ''}${isolate(nombre)}`;
