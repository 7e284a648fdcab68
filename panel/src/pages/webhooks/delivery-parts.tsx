import { useState } from 'react';
import { usePeticion } from '../../api/resources/webhooks.ts';
import type {
  Entrega,
  FiltroEntrega,
  PeticionEntrega,
  Resultado,
  Webhook,
} from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge, type Tone } from '../../parts/badge.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { Segments } from '../../parts/field.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { Moment } from '../../parts/time.tsx';

const TONES: Record<FiltroEntrega, Tone> = {
  pendiente: 'info',
  reintento: 'warn',
  entregada: 'good',
  fallida: 'bad',
};

/** Tells a delivery that failed and will be tried again from one that nobody has tried. */
export const EntregaBadge = ({
  entrega,
}: {
  entrega: Pick<Entrega, 'estado' | 'ultimo_intento'>;
}) => {
  const { t } = useWords();
  const isRetried = entrega.estado === 'pendiente' && entrega.ultimo_intento !== null;
  const estado = isRetried ? 'reintento' : entrega.estado;
  return <Badge tone={TONES[estado]}>{t(`entrega.${estado}`)}</Badge>;
};

/** The outcome of an attempt, in a few words. */
export const Outcome = ({ resultado }: { resultado: Omit<Resultado, 'respuesta'> }) => {
  const { open, format } = useWords();
  const { estado_http, fallo, duracion_ms } = resultado;
  return (
    <span className="nowrap">
      {estado_http !== null && <code>HTTP {estado_http}</code>}
      {fallo !== null && <span> {open('fallo', fallo)}</span>}
      <span className="soft"> · {format.number(duracion_ms)} ms</span>
    </span>
  );
};

/** Quotes any text for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const asCurl = (url: string, { cabeceras, cuerpo }: PeticionEntrega): string =>
  [
    `curl -i ${quoted(url)}`,
    ...cabeceras.map(({ nombre, valor }) => `-H ${quoted(`${nombre}: ${valor}`)}`),
    `--data-binary ${quoted(cuerpo)}`,
  ].join(' \\\n  ');

/** The request as it would be sent now: signatures are not stored. */
export const RequestView = ({ entrega, webhook }: { entrega: Entrega; webhook: Webhook }) => {
  const { t } = useWords();
  const [view, setView] = useState<'http' | 'curl'>('http');
  const query = usePeticion(webhook.id, entrega.id);
  return (
    <div className="stack tight">
      <div className="row spread">
        <h3>{t('hooks.request')}</h3>
        <Segments
          label={t('hooks.requestAs')}
          value={view}
          options={[
            ['http', 'HTTP'],
            ['curl', t('hooks.asCurl')],
          ]}
          onChange={setView}
        />
      </div>
      <p className="soft small">{t('hooks.requestNote')}</p>
      <Load query={query} waiting={<Skeleton lines={4} />}>
        {(peticion) => (
          <CopyBox
            text={view === 'curl' ? asCurl(webhook.url, peticion) : asText(webhook.url, peticion)}
            label={t('hooks.request')}
          />
        )}
      </Load>
    </div>
  );
};

const asText = (url: string, { cabeceras, cuerpo }: PeticionEntrega): string => {
  const head = cabeceras.map(({ nombre, valor }) => `${nombre}: ${valor}`);
  return `${[`POST ${url}`, ...head].join('\n')}\n\n${JSON.stringify(JSON.parse(cuerpo), null, 2)}`;
};

/** Every attempt that is on record, oldest first. */
export const Attempts = ({ entrega }: { entrega: Entrega }) => {
  const { t, tn } = useWords();
  const { ultimo_intento: last, intentos_anteriores: before, intentos } = entrega;
  const all = last === null ? before : [...before, last];
  if (all.length === 0) return null;
  const unknown = intentos - all.length;
  return (
    <div className="stack tight">
      <h3>{t('hooks.attempts')}</h3>
      <ol className="attempts">
        {all.map((each) => (
          <li key={each.momento}>
            <Moment iso={each.momento} seconds /> <Outcome resultado={each} />
          </li>
        ))}
      </ol>
      {unknown > 0 && <p className="soft small">{tn('hooks.unknownAttempts', unknown)}</p>}
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
