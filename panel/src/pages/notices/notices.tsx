import { Link } from 'wouter';
import { post } from '../../api/http.ts';
import { pathOf } from '../../api/paths.ts';
import { useAvisos, useAvisosPasados } from '../../api/resources/notices.ts';
import { useChange } from '../../api/use-change.ts';
import type { Aviso } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { useToast } from '../../parts/dialogs/toast.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { Ago, Moment } from '../../parts/time.tsx';
import { useScope } from '../../scope.tsx';

/** The conditions of the restaurant whose page it is, or of the service for operators, with the last 90 days. */
export default function NoticesPage() {
  const { t } = useWords();
  const { cuenta } = useScope();
  const open = useAvisos(cuenta?.id ?? null);
  const past = useAvisosPasados(cuenta?.id ?? null);
  return (
    <Page title={t('notices.title')} note={t('notices.note')}>
      <Load query={open}>
        {({ datos }) => (
          <Card flush title={t('notices.now')}>
            {datos.length === 0 ? (
              <Empty icon="check" title={t('notices.none')} />
            ) : (
              <ul className="ruled plain-list notice-list">
                {datos.map((aviso) => (
                  <OpenNotice key={aviso.id} aviso={aviso} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </Load>
      <Load query={past}>
        {({ datos }) =>
          datos.length > 0 && (
            <Card flush title={t('notices.past')} note={t('notices.pastNote')}>
              <ul className="ruled plain-list notice-list">
                {datos.map((aviso) => (
                  <PastNotice key={aviso.id} aviso={aviso} />
                ))}
              </ul>
            </Card>
          )
        }
      </Load>
    </Page>
  );
}

const OpenNotice = ({ aviso }: { aviso: Aviso }) => {
  const { lang, t } = useWords();
  const { cuenta } = useScope();
  const toast = useToast();
  const base = cuenta === null ? ['operador'] : ['restaurantes', cuenta.id];
  const { busy, send } = useChange(() => post(pathOf([...base, 'avisos', aviso.id, 'visto'])), {
    onError: toast.failed,
  });
  return (
    <li>
      <p className="row spread">
        <span className="row tight grow">
          <Badge tone={aviso.grave ? 'bad' : 'warn'}>
            {t(aviso.grave ? 'notices.grave' : 'notices.mild')}
          </Badge>
          <Link href={aviso.pagina}>
            <strong>{aviso.titulo[lang]}</strong>
          </Link>
        </span>
        {aviso.visto_por === null ? (
          <Button small busy={busy} onClick={() => send()}>
            {t('notices.know')}
          </Button>
        ) : (
          <span className="soft small">{t('notices.knownBy', { who: aviso.visto_por })}</span>
        )}
      </p>
      <p>{aviso.consejo[lang]}</p>
      <p className="soft small">
        <Moment iso={aviso.desde} /> · <Ago iso={aviso.desde} />
      </p>
    </li>
  );
};

const PastNotice = ({ aviso }: { aviso: Aviso }) => {
  const { lang } = useWords();
  return (
    <li>
      <p>{aviso.titulo[lang]}</p>
      <p className="soft small">
        <Moment iso={aviso.desde} /> – {aviso.hasta !== null && <Moment iso={aviso.hasta} />}
      </p>
    </li>
  );
};
