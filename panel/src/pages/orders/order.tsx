import { useState } from 'react';
import { usePedido, usePedidoJson } from '../../api/queries.ts';
import type { FichaPedido } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { EstadoBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { Segments } from '../../parts/field.tsx';
import { PrintButtons } from '../../parts/output/print-buttons.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';
import { OrderEvents } from './order-events.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderItems } from './order-items.tsx';
import { PaperTicket } from './print/ticket.tsx';
import { Timeline } from './timeline.tsx';

type View = 'order' | 'events' | 'json';

export default function OrderPage({ pedidoId }: { pedidoId: string }) {
  const { t } = useWords();
  const { href } = useRestaurant();
  const [view, setView] = useState<View>('order');
  const query = usePedido(pedidoId, view === 'events');
  const pedido = query.data?.pedido;
  return (
    <Page
      title={pedido === undefined ? t('order.title') : t('order.number', { n: pedido.numero })}
      back={{ href: href('/pedidos'), text: t('nav.orders') }}
      actions={
        pedido && (
          <>
            <EstadoBadge estado={pedido.estado} />
            <PrintButtons />
          </>
        )
      }
    >
      <div className="row toolbar">
        <Segments
          label={t('word.shown')}
          value={view}
          options={[
            ['order', t('order.title')],
            ['events', t('order.events')],
            ['json', 'JSON'],
          ]}
          onChange={setView}
        />
      </div>
      <Load query={query}>{(ficha) => <View ficha={ficha} view={view} />}</Load>
      {pedido && <PaperTicket pedido={pedido} />}
    </Page>
  );
}

const View = ({ ficha, view }: { ficha: FichaPedido; view: View }) => {
  const { t } = useWords();
  if (view === 'json') return <RawJson pedidoId={ficha.pedido.id} />;
  if (view === 'events') return <OrderEvents eventos={ficha.eventos} />;
  return (
    <div className="order-grid">
      <div className="stack wide">
        <OrderItems pedido={ficha.pedido} />
        <OrderFacts
          pedido={ficha.pedido}
          isForgotten={ficha.historial.some(({ accion }) => accion === 'cliente_olvidado')}
        />
      </div>
      <Card title={t('order.history')}>
        <Timeline entradas={ficha.historial} />
      </Card>
    </div>
  );
};

/** The public API's JSON, indented. */
const RawJson = ({ pedidoId }: { pedidoId: string }) => {
  const { t } = useWords();
  const query = usePedidoJson(pedidoId);
  return (
    <Card title={t('order.json')} note={t('order.jsonNote', { path: `/pedidos/${pedidoId}` })}>
      <Load query={query} waiting={<Skeleton lines={10} />}>
        {(text) => <CopyBox text={JSON.stringify(JSON.parse(text), null, 2)} label="JSON" />}
      </Load>
    </Card>
  );
};
