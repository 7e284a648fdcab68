import type { Llave } from '../../api/wire.ts';
import { useFormat } from '../../i18n/format.ts';
import { useWords } from '../../i18n/lang.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyBox } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Mark } from '../../parts/mark.tsx';
import { Hint } from '../../parts/states.tsx';
import { apiUrl } from '../../place.ts';

const TONES = { activa: 'good', caducada: 'warn', revocada: 'bad' } as const;

export const LlaveMark = ({ llave: { estado, etiqueta, expira_en } }: { llave: Llave }) => {
  const { t } = useWords();
  const format = useFormat();
  return (
    <span className="row tight">
      <Mark tone={TONES[estado]}>{t(`key.${estado}`)}</Mark>
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

/** Where each scope can be tried at once. */
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

/** The one moment at which the token can be seen. It does not close by accident. */
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
