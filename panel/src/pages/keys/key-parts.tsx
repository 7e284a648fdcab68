import type { Llave } from '../../api/wire.ts';
import { apiUrl } from '../../base-path.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Hint } from '../../parts/states/states.tsx';

const TONES = { activa: 'good', caducada: 'warn', revocada: 'bad' } as const;

export const LlaveBadge = ({ llave: { estado, etiqueta, expira_en } }: { llave: Llave }) => {
  const { t } = useWords();
  const format = useFormat();
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

export const Scopes = ({ llave: { alcances } }: { llave: Llave }) => (
  <span className="row tight">
    {alcances.map((alcance) => (
      <span key={alcance} className="chip code">
        {alcance}
      </span>
    ))}
  </span>
);

/** An operation of each scope, for the curl example. */
const SAMPLE_PATHS = {
  'pedidos.leer': '/pedidos?limite=5',
  'carta.leer': '/carta',
  'restaurante.leer': '/restaurante',
  'stream.escuchar': '/stream',
  'webhook.recibir': '/webhooks',
} as const;

const curlFor = (token: string, { alcances }: Llave): string => {
  const alcance = alcances[0] ?? 'pedidos.leer';
  const flag = alcance === 'stream.escuchar' ? '-N ' : '';
  return `curl ${flag}-H "Authorization: Bearer ${token}" "${apiUrl()}${SAMPLE_PATHS[alcance]}"`;
};

/** Shows the token, which the server shows only once. */
export const ShowToken = ({
  token,
  llave,
  note,
  onClose,
}: {
  token: string;
  llave: Llave;
  note?: string;
  onClose(): void;
}) => {
  const { t } = useWords();
  return (
    <Dialog title={t('keys.made', { name: llave.nombre })} sticky onClose={onClose}>
      <Hint tone="warn" icon="warning">
        {t('keys.once')}
      </Hint>
      {note !== undefined && <p>{note}</p>}
      <CopyBox text={token} label={t('keys.token')} />
      <p className="field-legend">{t('keys.try')}</p>
      <CopyBox text={curlFor(token, llave)} label="curl" />
      <div className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          {t('keys.saved')}
        </Button>
      </div>
    </Dialog>
  );
};
