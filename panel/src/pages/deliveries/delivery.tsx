import { post } from '../../api/http.ts';
import { useEnvio } from '../../api/resources/deliveries.ts';
import type { EjecucionEnvio, EnvioProgramado } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Button } from '../../parts/button.tsx';
import { Card, Fact } from '../../parts/card.tsx';
import { useDialogs } from '../../parts/dialogs/dialogs.tsx';
import { useAction } from '../../parts/dialogs/use-action.ts';
import { List } from '../../parts/list.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Moment } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';
import { DeleteDelivery, TestDelivery, TurnDelivery } from './delivery-actions.tsx';
import { RunBadge, whatOf, whenOf, whereOf } from './schedule-card.tsx';

export default function DeliveryPage({ envioId }: { envioId: string }) {
  const { t } = useWords();
  const { href } = useRestaurant();
  const query = useEnvio(envioId);
  const { open } = useDialogs();
  const envio = query.data?.envio;
  const back = { href: href('/envios'), text: t('nav.deliveries') };
  return (
    <Page
      title={envio?.nombre ?? t('nav.deliveries')}
      back={back}
      actions={
        envio && (
          <>
            <Button onClick={() => open(<TestDelivery envio={envio} />)}>
              {t('deliveries.test')}
            </Button>
            <Button onClick={() => open(<TurnDelivery envio={envio} />)}>
              {t(envio.activo ? 'deliveries.pause' : 'deliveries.resume')}
            </Button>
            <Button look="danger" onClick={() => open(<DeleteDelivery envio={envio} />)}>
              {t('do.delete')}
            </Button>
          </>
        )
      }
    >
      <Load query={query}>
        {(found) => (
          <>
            <Facts envio={found.envio} />
            <History envio={found.envio} runs={found.ejecuciones} />
          </>
        )}
      </Load>
    </Page>
  );
}

const Facts = ({ envio }: { envio: EnvioProgramado }) => {
  const words = useWords();
  const { t } = words;
  const { destino, responsable, proximo_en } = envio;
  return (
    <Card>
      <dl className="facts">
        <Fact name={t('deliveries.what')}>{whatOf(envio, words)}</Fact>
        <Fact name={t('deliveries.when')}>{whenOf(envio, words)}</Fact>
        <Fact name={t('deliveries.where')}>
          <span className="wrap-anywhere">{whereOf(envio)}</span>
        </Fact>
        {destino.clase === 'sftp' && (
          <Fact name={t('deliveries.hostKey')}>
            <span className="code wrap-anywhere">{destino.huella}</span>
          </Fact>
        )}
        <Fact name={t('deliveries.owner')}>{responsable}</Fact>
        <Fact name={t('deliveries.nextRun')}>
          {proximo_en === null ? t('deliveries.paused') : <Moment iso={proximo_en} />}
        </Fact>
      </dl>
    </Card>
  );
};

const History = ({ envio, runs }: { envio: EnvioProgramado; runs: readonly EjecucionEnvio[] }) => {
  const { t } = useWords();
  return (
    <Card flush title={t('deliveries.history')}>
      {runs.length === 0 ? (
        <Empty icon="download" title={t('deliveries.noRuns')} />
      ) : (
        <List columns={[t('deliveries.period'), t('word.state'), t('deliveries.file')]} withActions>
          {runs.map((run) => (
            <Run key={run.id} envio={envio} run={run} />
          ))}
        </List>
      )}
    </Card>
  );
};

const Run = ({ envio, run }: { envio: EnvioProgramado; run: EjecucionEnvio }) => {
  const { t, format } = useWords();
  const { path } = useRestaurant();
  const again = useAction(
    () => post(path('envios', envio.id, 'repetir'), { ejecucion: run.id }),
    () => t('deliveries.againDone', { period: run.periodo }),
  );
  const { archivo, bytes, sha256, fallo, detalle, terminada_en, proxima_en } = run;
  return (
    <tr>
      <td className="name">
        <strong>{run.periodo}</strong>
        <br />
        <span className="soft small">
          <Moment iso={terminada_en ?? proxima_en ?? run.creada_en} />
        </span>
      </td>
      <td data-label={t('word.state')}>
        <RunBadge run={run} />
        {fallo !== null && run.estado !== 'entregada' && (
          <p className="soft small wrap-anywhere">
            {t(`run.fallo.${fallo}`)}
            {detalle !== null && `: ${detalle}`}
          </p>
        )}
        {run.quiza_repetida && <p className="soft small">{t('run.twice')}</p>}
      </td>
      <td data-label={t('deliveries.file')}>
        {archivo !== null && (
          <>
            <span className="wrap-anywhere">{archivo}</span>
            <br />
            <span className="soft small wrap-anywhere">
              {bytes !== null && format.bytes(bytes)} · SHA-256{' '}
              <span className="code">{sha256}</span>
            </span>
          </>
        )}
      </td>
      <td className="actions">
        {run.estado !== 'pendiente' && (
          <Button small busy={again.busy} onClick={() => again.send()}>
            {t('deliveries.again')}
          </Button>
        )}
      </td>
    </tr>
  );
};
