import { useActividad } from '../api/queries.ts';
import type { Actividad } from '../api/wire.ts';
import { browserName } from '../browser-name.ts';
import { groupBy } from '../group-by.ts';
import { useWords, type Words } from '../i18n/lang.ts';
import { Card } from '../parts/card.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { CsvButton, tableOf } from '../parts/output/csv-button.tsx';
import { Page } from '../parts/page.tsx';
import { Load } from '../parts/states/load.tsx';
import { NextPage } from '../parts/states/next-page.tsx';
import { Empty, Skeleton } from '../parts/states/states.tsx';
import { plainValue } from '../plain-text.ts';
import { useScope } from '../scope.tsx';

const ICONS: Record<string, IconName> = {
  llave: 'key',
  webhook: 'hook',
  restaurante: 'store',
  usuario: 'users',
  persona: 'users',
  sesion: 'user',
  cliente: 'user',
  pantalla: 'device',
  enlace: 'download',
  envio: 'download',
};

/** The audit by day: of the restaurant whose page it is, or of all for operators. */
export default function AuditPage() {
  const { t } = useWords();
  const { cuenta } = useScope();
  const title = t(cuenta === null ? 'nav.allActivity' : 'nav.activity');
  const query = useActividad(cuenta?.id ?? null);
  const entradas = query.data?.pages.flatMap(({ datos }) => datos) ?? [];
  const waiting = (
    <Card>
      <Skeleton lines={6} />
    </Card>
  );
  return (
    <Page
      title={title}
      note={t(cuenta === null ? 'activity.allNote' : 'activity.note')}
      actions={
        entradas.length > 0 && (
          <CsvButton name={title} rows={tableOf(entradas)} isPartial={query.hasNextPage} />
        )
      }
    >
      <Load query={query} waiting={waiting}>
        {() => <Days entradas={entradas} />}
      </Load>
      {query.hasNextPage && (
        <div className="row">
          <NextPage query={query} />
        </div>
      )}
    </Page>
  );
}

const Days = ({ entradas }: { entradas: readonly Actividad[] }) => {
  const { t, format } = useWords();
  if (entradas.length === 0) {
    return (
      <Card>
        <Empty icon="activity" title={t('activity.none')} />
      </Card>
    );
  }
  const days = groupBy(entradas, ({ momento }) => format.date(momento));
  return (
    <>
      {[...days].map(([day, entries]) => (
        <Card key={day} flush title={day}>
          <ul className="ruled activity">
            {entries.map((entrada) => (
              <Entry key={entrada.id} entrada={entrada} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
};

const Entry = ({ entrada }: { entrada: Actividad }) => {
  const words = useWords();
  const { open, format } = words;
  const { cuenta } = useScope();
  const { accion, actor, objeto, momento, detalle, nombres, restaurante_id } = entrada;
  const about = nombres.objeto;
  // If somebody signs in or a screen opens, the title names the actor already.
  const isOther = (nombres.actor ?? actor) !== about;
  // Leaves out empty values and the name in the title.
  const facts = Object.entries(detalle).filter(([, value]) => value !== null && value !== about);
  return (
    <li>
      <Icon name={ICONS[accion.split('.')[0] ?? ''] ?? 'info'} />
      <div className="grow">
        <p>
          <strong>{open('act', accion)}</strong>{' '}
          {about === null ? (
            <code className="soft wrap-anywhere">{objeto}</code>
          ) : (
            <span title={objeto}>{about}</span>
          )}
          {cuenta === null && restaurante_id !== null && restaurante_id !== objeto && (
            <>
              {' '}
              <span className="chip" title={restaurante_id}>
                {nombres.restaurante ?? restaurante_id}
              </span>
            </>
          )}
        </p>
        <p className="soft small wrap-anywhere">
          {isOther && <span title={actor}>{nombres.actor ?? actor}</span>}
          {facts.map(([name, value], i) => (
            <span key={name}>
              {(isOther || i > 0) && ' · '}
              {open('det', name)}: {factText(name, value, words)}
            </span>
          ))}
        </p>
      </div>
      <time dateTime={momento} className="soft small">
        {format.seconds(momento)}
      </time>
    </li>
  );
};

/** A fact of the audit: some names say what their values are. */
const factText = (name: string, value: unknown, words: Words): string => {
  const { t, open, format } = words;
  if (Array.isArray(value)) {
    return value.map((one) => factText(name, one, words)).join(', ');
  }
  if (typeof value === 'number' && name.endsWith('Ms')) {
    return format.dateTime(new Date(value).toISOString());
  }
  if (name === 'eventos' && value === '*') return t('hooks.all');
  const text = plainValue(value);
  if (name === 'desde') return format.dateTime(text);
  if (name === 'agente') return browserName(text);
  return name === 'clase' ? open('clase', text) : text;
};
