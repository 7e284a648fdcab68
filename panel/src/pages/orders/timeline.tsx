import type { EntradaHistorial } from '../../api/wire.ts';
import { MINUTE_MS } from '../../clock.ts';
import { useWords } from '../../i18n/lang.ts';
import { ESTADO_TONE, type Tone } from '../../parts/badge.tsx';
import { plainValue } from '../../plain-text.ts';

/** An action has the tone of the state that it leads to; a delivery, which ends well, a good one. */
const TONES: Record<string, Tone> = {
  ...ESTADO_TONE,
  creado: ESTADO_TONE.pendiente,
  entregado: 'good',
  rechazado: ESTADO_TONE.cancelado,
};

/** The service writes the changes of a note so; an imported history may have anything there. */
const changesIn = (cambios: unknown): string[][] =>
  Object.entries(Object(cambios)).map(([path, change]) => {
    const isChange = typeof change === 'object' && change !== null && 'despues' in change;
    if (!isChange) return [path, plainValue(change)];
    const { antes, despues } = change as { antes?: unknown; despues: unknown };
    return [path, `${plainValue(antes ?? null)} → ${plainValue(despues)}`];
  });

export const Timeline = ({ entradas }: { entradas: readonly EntradaHistorial[] }) => {
  const { open, format } = useWords();
  return (
    <ol className="timeline">
      {entradas.map(({ momento, accion, origen, usuario, detalle }, i) => {
        const before = entradas[i - 1];
        const passed = before && new Date(momento).getTime() - new Date(before.momento).getTime();
        const { cambios = {}, ...told } = detalle;
        const facts = [
          ...Object.entries(told).map(([name, value]) => [open('det', name), plainValue(value)]),
          ...changesIn(cambios),
        ];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the history only grows at its end
          <li key={i} className={`tone-${TONES[accion] ?? 'quiet'}`}>
            <p className="row spread">
              <strong>{open('accion', accion)}</strong>
              <time dateTime={momento} title={format.dateTime(momento)} className="soft small">
                {format.seconds(momento)}
              </time>
            </p>
            <p className="soft small">
              {open('origen', origen)}
              {usuario !== null && ` · ${usuario}`}
              {passed !== undefined && passed >= MINUTE_MS && ` · +${format.duration(passed)}`}
            </p>
            {facts.length > 0 && (
              <p className="soft small wrap-anywhere">
                {facts.map((fact) => fact.join(': ')).join(' · ')}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
};
