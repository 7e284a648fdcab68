import type { Pedido } from '../../../api/wire.ts';
import { useWords } from '../../../i18n/lang.ts';
import { useRestaurant } from '../../../scope.tsx';
import { callNumber, hasSize, place } from '../order-card.tsx';
import { OrderTotals } from '../order-totals.tsx';

/** The order for an 80 mm printer; shown only on paper. */
export const PaperTicket = ({ pedido }: { pedido: Pedido }) => {
  const { t, open, format } = useWords();
  const { cuenta } = useRestaurant();
  const { items, totales, direccion, cliente, pago, fiscal, instrucciones, programado_para } =
    pedido;
  const money = (cents: number) => format.money(cents, totales.moneda);
  return (
    <section className="paper-ticket" aria-hidden="true">
      <p className="paper-place">{cuenta.nombre}</p>
      <p className="paper-number">{callNumber(pedido.numero)}</p>
      <p className="paper-type">
        {t(`tipo.${pedido.tipo}`)} · {place(pedido, t)}
      </p>
      <p>
        {pedido.numero} · {format.dateTime(pedido.creado_en)}
      </p>
      {programado_para !== null && (
        <p className="paper-note">
          {t('orders.forDay', { when: format.dateTime(programado_para) })}
        </p>
      )}
      {direccion !== null && (
        <p>
          {[direccion.linea, direccion.codigo_postal].filter(Boolean).join(', ')}
          <br />
          {cliente.telefono}
        </p>
      )}
      {instrucciones && <p className="paper-note">{instrucciones}</p>}
      <ul className="paper-items">
        {items.map((item) => (
          <li key={item.id}>
            <span>{item.cantidad}×</span>
            <div>
              <bdi>{item.nombre}</bdi>
              {hasSize(item) && ` · ${item.tamaño}`}
              {item.opciones.map(({ id, nombre, cantidad }) => (
                <small key={id}>
                  + {cantidad > 1 && `${cantidad}× `}
                  <bdi>{nombre}</bdi>
                </small>
              ))}
            </div>
            <span>{money(item.total_cents)}</span>
          </li>
        ))}
      </ul>
      <OrderTotals totales={totales} className="paper-totals" />
      <p>
        {open('pago', pago.metodo)} · {open('pago', pago.estado)}
      </p>
      {fiscal !== null && (
        <p>
          {t('order.invoice')} {fiscal.factura_numero}
        </p>
      )}
    </section>
  );
};
