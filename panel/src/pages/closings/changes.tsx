import { Link } from 'wouter';
import { CAMBIOS_MAX } from '../../api/resources/closings.ts';
import type { CambioCierre } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Card } from '../../parts/card.tsx';
import { List } from '../../parts/list.tsx';
import { Moment } from '../../parts/time.tsx';
import { useMayIn, useRestaurant } from '../../scope.tsx';
import { useDifferences } from './differences.ts';

/** The orders that count something else by now. */
export const Changes = ({ changes }: { changes: readonly CambioCierre[] }) => {
  const { t, tn } = useWords();
  const isCut = changes.length >= CAMBIOS_MAX;
  return (
    <Card
      flush
      title={tn('closings.changes', changes.length)}
      note={
        <>
          {t('closings.changesNote')}{' '}
          {isCut && t('closings.firstChanges', { n: String(CAMBIOS_MAX) })}
        </>
      }
    >
      <List
        columns={[t('order.title'), t('closings.change'), t('closings.when'), t('closings.who')]}
      >
        {changes.map((change) => (
          <ChangeRow key={change.pedido_id} change={change} />
        ))}
      </List>
    </Card>
  );
};

const ChangeRow = ({ change }: { change: CambioCierre }) => {
  const { t } = useWords();
  const { id, href } = useRestaurant();
  const seesOrders = useMayIn(id)('pedidos');
  const differences = useDifferences()(change);
  const { pedido_id, numero, momento, origen, usuario } = change;
  return (
    <tr>
      <td className="name">
        {seesOrders ? <Link href={href(`/pedidos/${pedido_id}`)}>{numero}</Link> : numero}
      </td>
      <td data-label={t('closings.change')}>
        {differences.map((difference) => (
          <div key={difference}>{difference}</div>
        ))}
      </td>
      <td data-label={t('closings.when')}>
        <Moment iso={momento} />
      </td>
      <td data-label={t('closings.who')}>
        {usuario !== null && (
          <>
            <span className="wrap-anywhere">{usuario}</span>
            <br />
          </>
        )}
        <span className="soft small">{t(`origen.${origen}`)}</span>
      </td>
    </tr>
  );
};
