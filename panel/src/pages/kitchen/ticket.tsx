import type { ItemPantalla, PedidoPantalla } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { ESTADO_TONE } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useRestaurant } from '../../scope.tsx';
import { waiting } from '../orders/lateness.ts';
import { callNumber, ItemSize, place, TIPO_ICON, WantedFor } from '../orders/order-card.tsx';
import { isAllergy } from './allergy.ts';

type Progress = 'todo' | 'doing' | 'done';

const PROGRESS: Record<string, Progress> = {
  en_preparacion: 'doing',
  listo: 'done',
  servido: 'done',
};

/** Scales with the type of the ticket. */
const EM = '1.1em';

interface Props {
  pedido: PedidoPantalla;
  nowMs: number;
  /** Where the heading above does not say it. */
  withState: boolean;
}

export const Ticket = ({ pedido, nowMs, withState }: Props) => {
  const { t, format } = useWords();
  const { plazos } = useRestaurant().cuenta;
  const wait = waiting(pedido, nowMs, plazos);
  const { estado, instrucciones } = pedido;
  const hasAllergy = instrucciones !== null && isAllergy(instrucciones);
  return (
    <li className="ticket" data-late={wait?.level} data-order={pedido.id}>
      {hasAllergy && (
        <p className="ticket-allergy">
          <Icon name="warning" size={EM} />
          <span>{instrucciones}</span>
        </p>
      )}
      <div className="row ticket-head">
        <strong>{callNumber(pedido.numero)}</strong>
        <Icon name={TIPO_ICON[pedido.tipo]} size={EM} />
        <span className="ticket-place">{place(pedido, t)}</span>
        {wait?.ms != null && (
          <span className="wait" data-level={wait.level}>
            {format.duration(wait.ms)}
          </span>
        )}
      </div>
      {wait?.level === 'alarm' && <p className="ticket-unaccepted">{t('kitchen.unaccepted')}</p>}
      {withState && (
        <p className={`ticket-state tone-${ESTADO_TONE[estado]}`}>{t(`estado.${estado}`)}</p>
      )}
      {pedido.programado_para !== null && <WantedFor iso={pedido.programado_para} nowMs={nowMs} />}
      <ul className="ticket-items">
        {pedido.items.map((item) => (
          <TicketItem key={item.id} item={item} isReady={estado === 'listo'} />
        ))}
      </ul>
      {instrucciones && !hasAllergy && <p className="ticket-note">{instrucciones}</p>}
    </li>
  );
};

/** Every item of a ready order is ready, also where the platform does not say so of each. */
const TicketItem = ({ item, isReady }: { item: ItemPantalla; isReady: boolean }) => {
  const { open } = useWords();
  const progress = isReady ? 'done' : (PROGRESS[item.estado_cocina] ?? 'todo');
  return (
    <li data-progress={progress}>
      {item.cantidad > 1 ? <strong className="many">{item.cantidad}×</strong> : '1×'}{' '}
      <bdi>{item.nombre}</bdi>
      <ItemSize item={item} />
      {progress !== 'todo' && (
        <span className="progress">
          {progress === 'done' && <Icon name="check" size="1em" />}
          <span className={progress === 'done' ? 'hidden-text' : undefined}>
            {open('cocina', progress === 'done' ? 'listo' : 'en_preparacion')}
          </span>
        </span>
      )}
      {item.opciones.length > 0 && (
        <ul className="modifiers">
          {item.opciones.map(({ nombre, cantidad }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same option may come twice
            <li key={i} data-kind={kindOf(nombre)}>
              {cantidad > 1 && `${cantidad}× `}
              <bdi>{nombre}</bdi>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** Tells an ingredient that is left out from one that is added: nothing on the plate reminds of the first. */
const kindOf = (nombre: string): 'allergy' | 'without' | 'with' =>
  isAllergy(nombre) ? 'allergy' : /^(?:sin|no|without)\b/i.test(nombre) ? 'without' : 'with';
