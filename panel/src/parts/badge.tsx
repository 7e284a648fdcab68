import type { ReactNode } from 'react';
import type { Estado } from '../api/wire.ts';
import { useWords } from '../i18n/lang.ts';

export type Tone = 'accent' | 'good' | 'warn' | 'bad' | 'info' | 'plum' | 'quiet';

export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`mark tone-${tone}`}>{children}</span>
);

/** Names from the wire. */
export const Chips = ({ words }: { words: readonly string[] }) => (
  <span className="row tight">
    {words.map((word) => (
      <span key={word} className="chip code">
        {word}
      </span>
    ))}
  </span>
);

export const ESTADO_TONE: Record<Estado, Tone> = {
  pendiente: 'warn',
  confirmado: 'info',
  en_preparacion: 'accent',
  listo: 'good',
  en_reparto: 'plum',
  entregado: 'quiet',
  cancelado: 'bad',
};

export const EstadoBadge = ({ estado }: { estado: Estado }) => {
  const { t } = useWords();
  return <Badge tone={ESTADO_TONE[estado]}>{t(`estado.${estado}`)}</Badge>;
};
