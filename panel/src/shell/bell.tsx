import { Link } from 'wouter';
import { useAvisos } from '../api/resources/notices.ts';
import { useUsuario } from '../api/session.ts';
import { restaurantHref } from '../base-path.ts';
import { useWords } from '../i18n/lang.ts';
import { Icon } from '../parts/icon.tsx';
import { useScope } from '../scope.tsx';

/** How many conditions are open that nobody knows of; leads to all of them. */
export const Bell = () => {
  const { t, tn } = useWords();
  const { cuenta } = useScope();
  const { operador } = useUsuario();
  const isShown = cuenta !== null || operador;
  const { data } = useAvisos(cuenta?.id ?? null, isShown);
  if (!isShown) return null;
  const count = data?.datos.filter(({ visto_por }) => visto_por === null).length ?? 0;
  const href = cuenta === null ? '/operador/avisos' : restaurantHref(cuenta.id, '/avisos');
  const name = count === 0 ? t('notices.title') : tn('notices.open', count);
  return (
    <Link href={href} className="button quiet bell" aria-label={name} title={name}>
      <Icon name="bell" />
      {count > 0 && <span className="bell-count">{count}</span>}
    </Link>
  );
};
