import { Link } from 'wouter';
import { useAvisos } from '../../api/resources/notices.ts';
import type { Aviso } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Icon } from '../../parts/icon.tsx';
import { Ago } from '../../parts/time.tsx';
import { useRestaurant } from '../../scope.tsx';

const LINES_MAX = 3;

interface Props {
  /** Only those of a webhook or a key. */
  objeto?: string;
  /** Only those of a kind. */
  tipo?: Aviso['tipo'];
}

/** One calm line for each open condition: of the whole restaurant, or of what a page is about. */
export const OpenNotices = ({ objeto, tipo }: Props) => {
  const { lang, t, tn } = useWords();
  const { id, href } = useRestaurant();
  const { data } = useAvisos(id);
  const isOfAll = objeto === undefined && tipo === undefined;
  const isShown = (aviso: Aviso): boolean =>
    isOfAll ? aviso.visto_por === null : aviso.objeto === objeto || aviso.tipo === tipo;
  const open = (data?.datos ?? []).filter(isShown);
  if (open.length === 0) return null;
  return (
    <ul className="plain-list notice-lines" aria-label={t('notices.title')}>
      {open.slice(0, LINES_MAX).map((aviso) => (
        <li key={aviso.id} className="row tight small" data-grave={aviso.grave}>
          <Icon name="warning" size={16} />
          <span className="grow">
            {isOfAll ? (
              <Link href={aviso.pagina}>{aviso.titulo[lang]}</Link>
            ) : (
              <strong>{aviso.titulo[lang]}</strong>
            )}
            {!isOfAll && `. ${aviso.consejo[lang]}`}
          </span>
          <span className="soft">
            <Ago iso={aviso.desde} />
          </span>
        </li>
      ))}
      {open.length > LINES_MAX && (
        <li className="small">
          <Link href={href('/avisos')}>{tn('notices.more', open.length - LINES_MAX)}</Link>
        </li>
      )}
    </ul>
  );
};
