import type { Pedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card, Fact } from '../../parts/card.tsx';
import { MailLink, PhoneLink } from '../../parts/contact-links.tsx';
import { Moment } from '../../parts/time.tsx';
import { useMay } from '../../scope.tsx';
import { ForgetCustomer } from './forget-customer.tsx';

export const OrderFacts = ({
  pedido,
  isForgotten,
}: {
  pedido: Pedido;
  /** Its customer was forgotten, at their wish or for their age. */
  isForgotten: boolean;
}) => {
  const { t, tn, open, format } = useWords();
  const may = useMay();
  const { cliente, direccion, mesa, pago, entrega, fiscal } = pedido;
  const guests = mesa?.comensales == null ? '' : tn('count.guests', mesa.comensales);
  return (
    <Card
      title={t('order.facts')}
      actions={isSomebody(pedido) && may('olvidar') && <ForgetCustomer pedidoId={pedido.id} />}
    >
      <dl className="facts wide">
        <Fact name={t('orders.type')}>{t(`tipo.${pedido.tipo}`)}</Fact>
        <Fact name={t('orders.source')}>{open('fuente', pedido.fuente)}</Fact>
        <Fact name={t('orders.created')}>
          <Moment iso={pedido.creado_en} />
        </Fact>
        <Fact name={t('order.scheduled')}>
          {pedido.programado_para !== null && <Moment iso={pedido.programado_para} />}
        </Fact>
        <Fact name={t('order.client')}>
          {cliente.nombre || (isForgotten && t('accion.cliente_olvidado'))}
          {cliente.telefono !== '' && (
            <>
              <br />
              <PhoneLink telefono={cliente.telefono} />
            </>
          )}
          {cliente.email !== '' && (
            <>
              <br />
              <MailLink email={cliente.email} />
            </>
          )}
        </Fact>
        <Fact name={t('order.marketing')}>
          {t(cliente.consintio_marketing ? 'word.yes' : 'word.no')}
        </Fact>
        <Fact name={t('word.address')}>
          {direccion &&
            `${direccion.linea}\n${[direccion.codigo_postal, direccion.pais].filter(Boolean).join(' ')}`}
        </Fact>
        <Fact name={t('word.table')}>
          {mesa && [mesa.numero, guests].filter(Boolean).join(' · ')}
        </Fact>
        {entrega !== null && (
          <Fact name={t('order.delivery')}>
            <bdi>{entrega.zona_nombre}</bdi> ·{' '}
            {format.money(entrega.tarifa_cents, pedido.totales.moneda)}
            <br />
            {entrega.repartidor_nombre ?? t('order.noCourier')}
          </Fact>
        )}
        <Fact name={t('order.payment')}>
          {open('pago', pago.metodo)} · {open('pago', pago.estado)}
          {pago.referencia_externa !== '' && (
            <>
              <br />
              <code className="soft">{pago.referencia_externa}</code>
            </>
          )}
        </Fact>
        <Fact name={t('order.invoice')}>
          {fiscal && (
            <a href={fiscal.factura_pdf} target="_blank" rel="noreferrer">
              {fiscal.factura_numero}
            </a>
          )}
        </Fact>
        <Fact name={t('order.notes')}>{pedido.instrucciones}</Fact>
      </dl>
    </Card>
  );
};

/** Whether the order still tells anything of its customer. */
const isSomebody = ({ cliente, direccion, instrucciones }: Pedido): boolean =>
  cliente.nombre + cliente.telefono + cliente.email !== '' ||
  direccion !== null ||
  Boolean(instrucciones);
