import { Link } from 'wouter';
import { apiUrl } from '../../api/http.ts';
import { useCambiosCierre, useCierre, useCierres } from '../../api/resources/closings.ts';
import type { Caja, Cierre } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Moment } from '../../parts/time.tsx';
import { useMayIn, useRestaurant } from '../../scope.tsx';
import { Payments, Reconciliation, Vat } from '../caja/caja-tables.tsx';
import { OpenNotices } from '../notices/open-notices.tsx';
import { Changes } from './changes.tsx';
import { CloseMonth } from './close-month.tsx';
import { ClosingState, monthOfClosing, newerThan } from './closing-parts.tsx';

export default function ClosingPage({ cierreId }: { cierreId: string }) {
  const { t, format } = useWords();
  const { href } = useRestaurant();
  const query = useCierre(cierreId);
  const cierre = query.data;
  return (
    <Page
      title={cierre ? format.month(monthOfClosing(cierre)) : t('closings.closed')}
      back={{ href: href('/cierres'), text: t('nav.closings') }}
      actions={cierre && <Actions cierre={cierre} />}
    >
      <OpenNotices objeto={cierreId} />
      <Load query={query}>{(loaded) => <Sections cierre={loaded} />}</Load>
    </Page>
  );
}

/** The closing that supersedes this one, if any. */
const useNewer = (cierre: Cierre): Cierre | undefined =>
  newerThan(cierre, useCierres().data?.datos ?? []);

const Actions = ({ cierre }: { cierre: Cierre }) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const { open } = useDialogs();
  const isLast = useNewer(cierre) === undefined;
  const mayClose = useMayIn(id)('cerrar') && isLast && !cierre.intacto;
  return (
    <>
      {mayClose && (
        <Button look="primary" icon="lock" onClick={() => open(<CloseMonth again={cierre} />)}>
          {t('closings.again')}
        </Button>
      )}
      <File cierre={cierre} tabla="iva" text={t('closings.vatFile')} />
      <File cierre={cierre} tabla="pagos" text={t('closings.paymentsFile')} />
    </>
  );
};

const File = ({
  cierre,
  tabla,
  text,
}: {
  cierre: Cierre;
  tabla: 'iva' | 'pagos';
  text: string;
}) => {
  const { lang } = useWords();
  const { id, path } = useRestaurant();
  if (!useMayIn(id)('exportar')) return null;
  const asked = { formato: 'xlsx', idioma: lang, cierre: cierre.id };
  return (
    <a className="button" href={apiUrl(path('exportacion', tabla), asked)} download>
      <Icon name="download" size={17} />
      {text}
    </a>
  );
};

const Sections = ({ cierre }: { cierre: Cierre }) => {
  const { id, desde, hasta, fecha, totales, intacto } = cierre;
  const caja: Caja = { desde, hasta, fecha, ...totales };
  const changes = useCambiosCierre(id, !intacto);
  return (
    <>
      <SealCard cierre={cierre} />
      {!intacto && <Load query={changes}>{({ datos }) => <Changes changes={datos} />}</Load>}
      <div className="grid-2">
        <Reconciliation caja={caja} />
        <div className="stack wide">
          <Payments caja={caja} />
          <Vat caja={caja} />
        </div>
      </div>
    </>
  );
};

const SealCard = ({ cierre }: { cierre: Cierre }) => {
  const { t } = useWords();
  const { href } = useRestaurant();
  const newer = useNewer(cierre);
  const { sello, anterior, sustituye, creado_en, creado_por, fecha } = cierre;
  const all = newer === undefined ? [] : [newer];
  return (
    <Card
      title={t('closings.seal')}
      note={t('closings.sealNote')}
      actions={<ClosingState cierre={cierre} all={all} />}
    >
      <div className="stack">
        <CopyBox text={sello} label={t('closings.seal')} />
        <dl className="facts column">
          <Fact name={t('closings.closed')}>
            <Moment iso={creado_en} />
          </Fact>
          <Fact name={t('closings.by')}>
            <span className="wrap-anywhere">{creado_por}</span>
          </Fact>
          <Fact name={t('caja.by')}>{t(`fecha.${fecha}`)}</Fact>
          <Fact name={t('closings.before')}>
            {anterior && <code className="wrap-anywhere">{anterior}</code>}
          </Fact>
          <Fact name={t('closings.supersedes')}>
            {sustituye && (
              <Link href={href(`/cierres/${sustituye}`)}>{t('closings.formerOne')}</Link>
            )}
          </Fact>
        </dl>
        {newer && <Link href={href(`/cierres/${newer.id}`)}>{t('closings.newerOne')}</Link>}
      </div>
    </Card>
  );
};
