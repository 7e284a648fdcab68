import type { Llave } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { Snippets } from '../../parts/snippets.tsx';
import { keySnippets } from './key-snippets.ts';

const TONES = { activa: 'good', expirada: 'warn', revocada: 'bad' } as const;

export const LlaveBadge = ({ llave: { estado, etiqueta, expira_en } }: { llave: Llave }) => {
  const { t, format } = useWords();
  return (
    <span className="row tight">
      <Badge tone={TONES[estado]}>{t(`key.${estado}`)}</Badge>
      <span className="chip code">{etiqueta}</span>
      {estado === 'activa' && expira_en !== null && (
        <span className="soft small">{t('keys.until', { when: format.dateTime(expira_en) })}</span>
      )}
    </span>
  );
};

export const ShowToken = ({
  token,
  llave,
  note,
}: {
  token: string;
  llave: Llave;
  note?: string;
}) => {
  const { t } = useWords();
  return (
    <ShowOnce
      title={t('keys.made', { name: llave.nombre })}
      warning={t('keys.once')}
      guide="keys"
      done={t('keys.saved')}
    >
      {note !== undefined && <p>{note}</p>}
      <CopyBox text={token} label={t('keys.token')} />
      <Snippets label={t('keys.try')} code={keySnippets(token, llave)} />
    </ShowOnce>
  );
};
