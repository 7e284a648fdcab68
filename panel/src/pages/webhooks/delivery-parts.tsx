import { useEventoJson } from '../../api/webhooks.ts';
import type { Entrega, EstadoEntrega, Resultado } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { useRestaurant } from '../../scope.tsx';

const TONES: Record<EstadoEntrega, Tone> = {
  pendiente: 'warn',
  entregada: 'good',
  fallida: 'bad',
};

export const EntregaBadge = ({ estado }: { estado: EstadoEntrega }) => {
  const { t } = useWords();
  return <Badge tone={TONES[estado]}>{t(`entrega.${estado}`)}</Badge>;
};

/** The outcome of an attempt, in a few words. */
export const Outcome = ({ resultado }: { resultado: Resultado }) => {
  const { open } = useWords();
  const format = useFormat();
  const { estado_http, fallo, duracion_ms } = resultado;
  return (
    <span className="nowrap">
      {estado_http !== null && <code>HTTP {estado_http}</code>}
      {fallo !== null && <span> {open('fallo', fallo)}</span>}
      <span className="soft"> · {format.number(duracion_ms)} ms</span>
    </span>
  );
};

/** The request as it was sent, without the signature, which is not stored. */
export const RequestView = ({ entrega, url }: { entrega: Entrega; url: string }) => {
  const { t } = useWords();
  const { id } = useRestaurant();
  const query = useEventoJson(id, entrega.id);
  const head = [
    `POST ${url}`,
    'Content-Type: application/json',
    `X-Svc-Evento: ${entrega.tipo}`,
    `X-Svc-Id: ${entrega.id}`,
    `X-Svc-Intento: ${Math.max(1, entrega.intentos)}`,
  ].join('\n');
  return (
    <div className="stack tight">
      <h3>{t('hooks.request')}</h3>
      <Load query={query} waiting={<Skeleton lines={4} />}>
        {(body) => (
          <CopyBox
            text={`${head}\n\n${JSON.stringify(JSON.parse(body), null, 2)}`}
            label={t('hooks.request')}
          />
        )}
      </Load>
    </div>
  );
};

export const ResponseView = ({ resultado }: { resultado: Resultado }) => {
  const { t, open } = useWords();
  const { estado_http, fallo, respuesta } = resultado;
  const head = estado_http === null ? '' : `HTTP ${estado_http}\n\n`;
  const body = respuesta === null || respuesta === '' ? t('hooks.noBody') : respuesta;
  return (
    <div className="stack tight">
      <h3>{t('hooks.response')}</h3>
      {fallo !== null && <p>{open('fallo', fallo)}</p>}
      <CopyBox text={head + body} label={t('hooks.response')} />
    </div>
  );
};
