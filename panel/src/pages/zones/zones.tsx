import { useState } from 'react';
import { usePerfil, useZonas } from '../../api/queries.ts';
import type { Zona } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Page } from '../../parts/page.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Empty } from '../../parts/states/states.tsx';
import { isPlace } from './place.ts';
import { ZoneMap } from './zone-map.tsx';

export default function ZonesPage() {
  const { t } = useWords();
  const query = useZonas();
  return (
    <Page title={t('nav.zones')} note={t('zones.note')}>
      <Load query={query}>
        {({ datos }) =>
          datos.length === 0 ? (
            <Empty icon="zones" title={t('zones.none')}>
              <p>{t('zones.noneNote')}</p>
            </Empty>
          ) : (
            <Zones zonas={datos} />
          )
        }
      </Load>
    </Page>
  );
}

const Zones = ({ zonas }: { zonas: readonly Zona[] }) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const perfil = usePerfil();
  return (
    <div className="zones">
      <Card flush>
        <Load query={perfil}>
          {({ restaurante: { ubicacion } }) => (
            <ZoneMap
              zonas={zonas}
              home={isPlace(ubicacion) ? [ubicacion.lng, ubicacion.lat] : null}
              chosen={chosen}
              onChoose={setChosen}
            />
          )}
        </Load>
      </Card>
      <ul className="zone-list">
        {zonas.map((zona) => (
          <li key={zona.id}>
            <ZoneRow zona={zona} chosen={chosen === zona.id} onChoose={setChosen} />
          </li>
        ))}
      </ul>
    </div>
  );
};

const ZoneRow = ({
  zona,
  chosen,
  onChoose,
}: {
  zona: Zona;
  chosen: boolean;
  onChoose(id: string | null): void;
}) => {
  const { t, format } = useWords();
  return (
    <button
      type="button"
      className="zone-row card"
      data-chosen={chosen}
      aria-pressed={chosen}
      onClick={() => onChoose(zona.id)}
      onFocus={() => onChoose(zona.id)}
      onBlur={() => onChoose(null)}
      onPointerEnter={() => onChoose(zona.id)}
      onPointerLeave={() => onChoose(null)}
    >
      <span className="row tight">
        <span className="swatch" style={{ background: zona.color }} />
        <strong className="grow">{zona.nombre}</strong>
        {!zona.activa && <Badge tone="quiet">{t('zones.off')}</Badge>}
      </span>
      <span className="zone-facts">
        <span>
          <small>{t('zones.fee')}</small>
          {format.money(zona.tarifa_cents)}
        </span>
        <span>
          <small>{t('zones.minimum')}</small>
          {format.money(zona.pedido_minimo_cents)}
        </span>
        <span>
          <small>{t('zones.time')}</small>
          {zona.minutos_estimados} min
        </span>
      </span>
    </button>
  );
};
