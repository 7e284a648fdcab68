import { Link } from 'wouter';
import type { useEnvios } from '../../api/resources/deliveries.ts';
import type { EjecucionEnvio, EnvioProgramado } from '../../api/wire.ts';
import { useWords, type Words } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { List } from '../../parts/list.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';

/** The contents in words. */
export const whatOf = ({ que }: EnvioProgramado, { t }: Words): string => {
  const by = t(`fecha.${que.fecha}`);
  if (que.clase === 'caja') return `${t('caja.title')} · ${by}`;
  const isForExcel = que.formato === 'csv' && que.estilo === 'excel';
  const formato = t(isForExcel ? 'formato.csv_excel' : `formato.${que.formato}`);
  return `${t(`tabla.${que.tabla}`)} · ${formato} · ${by}`;
};

export const whenOf = ({ cuando: { cada, a_las } }: EnvioProgramado, { t }: Words): string =>
  t(`each.${cada}`, { time: a_las });

export const whereOf = ({ destino }: EnvioProgramado): string => {
  if (destino.clase === 'correo') return destino.para;
  if (destino.clase === 'sftp')
    return `sftp://${destino.usuario}@${destino.host}/${destino.carpeta}`;
  return `${destino.url}/${destino.cubo}/${destino.prefijo}`;
};

const TONES = { pendiente: 'info', entregada: 'good', fallida: 'bad' } as const;

export const RunBadge = ({ run }: { run: EjecucionEnvio }) => {
  const { t } = useWords();
  const isRetried = run.estado === 'pendiente' && run.fallo !== null;
  return (
    <Badge tone={isRetried ? 'warn' : TONES[run.estado]}>
      {t(isRetried ? 'run.reintento' : `run.${run.estado}`)}
    </Badge>
  );
};

/** The scheduled deliveries of the restaurant. */
export const ScheduleCard = ({ query }: { query: ReturnType<typeof useEnvios> }) => {
  const { t } = useWords();
  return (
    <Card flush title={t('deliveries.title')} note={t('deliveries.cardNote')}>
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Empty icon="download" title={t('deliveries.none')} />
          ) : (
            <List columns={[t('word.name'), t('deliveries.what'), t('word.state')]}>
              {datos.map((envio) => (
                <Row key={envio.id} envio={envio} />
              ))}
            </List>
          )
        }
      </Load>
    </Card>
  );
};

const Row = ({ envio }: { envio: EnvioProgramado }) => {
  const words = useWords();
  const { t, format } = words;
  const { href } = useRestaurant();
  const { id, nombre, ultima, proximo_en } = envio;
  return (
    <tr>
      <td className="name">
        <Link href={href(`/envios/${id}`)} className="main-link wrap-anywhere">
          {nombre}
        </Link>
        <br />
        <span className="soft small wrap-anywhere">{whereOf(envio)}</span>
      </td>
      <td data-label={t('deliveries.what')}>
        {whatOf(envio, words)}
        <br />
        <span className="soft small">{whenOf(envio, words)}</span>
      </td>
      <td data-label={t('word.state')}>
        <span className="row tight">
          {ultima !== null && <RunBadge run={ultima} />}
          {ultima !== null && <span className="soft small">{ultima.periodo}</span>}
        </span>
        <span className="soft small">
          {proximo_en === null
            ? t('deliveries.paused')
            : t('deliveries.next', { when: format.dateTime(proximo_en) })}
        </span>
      </td>
    </tr>
  );
};
