import { Link } from 'wouter';
import { useCierres } from '../../api/resources/closings.ts';
import type { Cierre } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { List } from '../../parts/list.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Moment } from '../../parts/time.tsx';
import { useMayIn, useRestaurant } from '../../scope.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { CloseMonth } from './close-month.tsx';
import { ClosingState, monthOfClosing } from './closing-parts.tsx';

export default function ClosingsPage() {
  const { t, tn } = useWords();
  const { id } = useRestaurant();
  const { open } = useDialogs();
  const query = useCierres();
  const close = useMayIn(id)('cerrar') && (
    <Button look="primary" icon="lock" onClick={() => open(<CloseMonth />)}>
      {t('closings.close')}
    </Button>
  );
  return (
    <Page title={t('nav.closings')} note={t('closings.note')} actions={close}>
      <OpenNotices tipo="mes_cambiado" />
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Card>
              <Empty icon="lock" title={t('closings.none')}>
                <p>{t('closings.noneNote')}</p>
              </Empty>
            </Card>
          ) : (
            <Card flush title={tn('closings.count', datos.length)}>
              <List
                columns={[
                  t('closings.month'),
                  t('closings.state'),
                  { figures: t('caja.sold') },
                  t('closings.closed'),
                ]}
              >
                {datos.map((cierre) => (
                  <ClosingRow key={cierre.id} cierre={cierre} all={datos} />
                ))}
              </List>
            </Card>
          )
        }
      </Load>
    </Page>
  );
}

const ClosingRow = ({ cierre, all }: { cierre: Cierre; all: readonly Cierre[] }) => {
  const { t, format } = useWords();
  const { href } = useRestaurant();
  const { id, fecha, totales, creado_en, creado_por } = cierre;
  return (
    <tr>
      <td className="name">
        <Link href={href(`/cierres/${id}`)}>
          <strong>{format.month(monthOfClosing(cierre))}</strong>
        </Link>
        <br />
        <span className="soft small">{t(`fecha.${fecha}`)}</span>
      </td>
      <td data-label={t('closings.state')}>
        <ClosingState cierre={cierre} all={all} />
      </td>
      <td className="num" data-label={t('caja.sold')}>
        {format.money(totales.cuadre.total_cents, totales.moneda)}
      </td>
      <td data-label={t('closings.closed')}>
        <Moment iso={creado_en} />
        <br />
        <span className="soft small wrap-anywhere">{creado_por}</span>
      </td>
    </tr>
  );
};
