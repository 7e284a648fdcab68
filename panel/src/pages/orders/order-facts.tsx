import type { Pedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { MailLink, PhoneLink } from '../../parts/contact-links.tsx';
import { Moment } from '../../parts/time.tsx';
import { ForgetCustomer } from './forget-customer.tsx';

export const OrderFacts = ({ pedido }: { pedido: Pedido }) => {
  const { t, tn, open, format } = useWords();
  const { cliente, direccion, mesa, pago, entrega, fiscal } = pedido;
  return (
    <Card
      title={t('order.facts')}
      actions={isSomebody(pedido) && <ForgetCustomer pedidoId={pedido.id} />}
    >
      <dl className="facts wide">
        <Fact name={t('orders.type')}>{t(`tipo.${pedido.tipo}`)}</Fact>
        <Fact name={t('orders.source')}>{open('fuente', pedido.fuente)}</Fact>
        <Fact name={t('orders.created')}>
          <Moment iso={pedido.creado_en} />
        </Fact>
        {pedido.programado_para !== null && (
          <Fact name={t('order.scheduled')}>
            <Moment iso={pedido.programado_para} />
          </Fact>
        )}
        <Fact name={t('order.client')}>
          {cliente.nombre}
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
        {direccion !== null && (
          <Fact name={t('order.address')}>
            {direccion.linea}
            <br />
            {[direccion.codigo_postal, direccion.pais].filter(Boolean).join(' ')}
          </Fact>
        )}
        {mesa !== null && (
          <Fact name={t('word.table')}>
            {mesa.numero}
            {mesa.comensales !== null && ` · ${tn('count.guests', mesa.comensales)}`}
          </Fact>
        )}
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
        {fiscal !== null && (
          <Fact name={t('order.invoice')}>
            <a href={fiscal.factura_pdf} target="_blank" rel="noreferrer">
              {fiscal.factura_numero}
            </a>
          </Fact>
        )}
        {pedido.instrucciones && <Fact name={t('order.notes')}>{pedido.instrucciones}</Fact>}
      </dl>
    </Card>
  );
};

/** Whether the order still tells anything of its customer. */
const isSomebody = ({ cliente, direccion, instrucciones }: Pedido): boolean =>
  cliente.nombre + cliente.telefono + cliente.email !== '' ||
  direccion !== null ||
  Boolean(instrucciones);
