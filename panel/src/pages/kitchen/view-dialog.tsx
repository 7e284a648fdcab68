import { useState } from 'react';
import type { CategoriaCocina } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Choice } from '../../parts/field.tsx';
import { BY, type View } from './view.ts';

/** Chooses how this device shows the kitchen; each choice applies at once. */
export const ViewDialog = ({
  first,
  categorias,
  onChange,
}: {
  first: View;
  categorias: readonly CategoriaCocina[];
  onChange(view: View): void;
}) => {
  const { t } = useWords();
  const [view, setView] = useState(first);
  const change = (changed: Partial<View>) => {
    const next = { ...view, ...changed };
    setView(next);
    onChange(next);
  };
  const toggle = (id: string, isOn: boolean) =>
    change({ station: isOn ? [...view.station, id] : view.station.filter((each) => each !== id) });
  return (
    <Dialog title={t('kitchen.view')}>
      <fieldset className="stack tight">
        <legend>{t('kitchen.order')}</legend>
        {BY.map((by) => (
          <Choice
            key={by}
            type="radio"
            name="by"
            checked={view.by === by}
            onChange={() => change({ by })}
            title={t(`wallview.${by}`)}
          />
        ))}
      </fieldset>
      {categorias.length > 0 && (
        <fieldset className="stack tight">
          <legend>{t('kitchen.station')}</legend>
          <p className="soft small">{t('kitchen.stationNote')}</p>
          {categorias.map(({ id, nombre }) => (
            <Choice
              key={id}
              type="checkbox"
              checked={view.station.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
              title={nombre}
            />
          ))}
        </fieldset>
      )}
      {!isSecureContext && <p className="soft small">{t('screens.stayOn')}</p>}
    </Dialog>
  );
};
