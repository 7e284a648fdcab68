import { useRastroLlave } from '../../api/queries.ts';
import type { OrigenLlave, RastroLlave } from '../../api/wire.ts';
import { useWords } from '../../i18n/lang.ts';
import { Badge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { List } from '../../parts/list.tsx';
import { Load } from '../../parts/states/load.tsx';
import { Skeleton } from '../../parts/states/states.tsx';
import { Ago } from '../../parts/time.tsx';

const REFUSED = 401;

/** Who has used the key and for what, attempts after its end included. */
export const KeyTrail = ({ llaveId }: { llaveId: string }) => (
  <Load query={useRastroLlave(llaveId)} waiting={<Skeleton lines={5} />}>
    {(trail) => trail.operaciones.length > 0 && <Trail trail={trail} />}
  </Load>
);

const Trail = ({ trail: { operaciones, redes, agentes } }: { trail: RastroLlave }) => {
  const { t, tn, format } = useWords();
  const asked = byOperation(operaciones);
  const refused = asked
    .filter(({ estado }) => estado === REFUSED)
    .reduce((sum, { peticiones }) => sum + peticiones, 0);
  return (
    <>
      <Card
        flush
        title={t('keys.asked')}
        note={t('keys.askedNote')}
        actions={refused > 0 && <Badge tone="bad">{tn('keys.attempts', refused)}</Badge>}
      >
        <List
          columns={[
            t('keys.operation'),
            t('keys.answer'),
            t('keys.lastSeen'),
            { figures: t('keys.requests') },
          ]}
        >
          {asked.map(({ operacion, estado, peticiones, dia }) => (
            <tr key={`${operacion} ${estado}`}>
              <td className="name">
                <code>{operacion}</code>
              </td>
              <td data-label={t('keys.answer')}>
                <Badge tone={estado < 400 ? 'good' : 'bad'}>{String(estado)}</Badge>
              </td>
              <td data-label={t('keys.lastSeen')}>{format.day(dia)}</td>
              <td className="num" data-label={t('keys.requests')}>
                {format.number(peticiones)}
              </td>
            </tr>
          ))}
        </List>
      </Card>
      <Origins
        title={t('keys.networks')}
        note={t('keys.networksNote')}
        what={t('keys.network')}
        origins={redes}
      />
      <Origins
        title={t('keys.programs')}
        note={t('keys.programsNote')}
        what={t('keys.program')}
        origins={agentes}
      />
    </>
  );
};

/** The operations of all days, with the last day of each; those asked for most often first. */
const byOperation = (operaciones: RastroLlave['operaciones']) => {
  const sums = new Map<string, RastroLlave['operaciones'][number]>();
  for (const each of operaciones) {
    const key = `${each.operacion} ${each.estado}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { ...each });
    else {
      known.peticiones += each.peticiones;
      if (each.dia > known.dia) known.dia = each.dia;
    }
  }
  return [...sums.values()].sort((a, b) => b.peticiones - a.peticiones);
};

interface OriginsProps {
  title: string;
  note: string;
  what: string;
  origins: readonly OrigenLlave[];
}

const Origins = ({ title, note, what, origins }: OriginsProps) => {
  const { t, format } = useWords();
  return (
    <Card flush title={title} note={note}>
      <List
        columns={[what, t('keys.firstSeen'), t('keys.lastSeen'), { figures: t('keys.requests') }]}
      >
        {origins.map(({ valor, primera_en, ultima_en, peticiones }) => (
          <tr key={valor}>
            <td className="name">
              <code>{valor}</code>
            </td>
            <td data-label={t('keys.firstSeen')}>
              <Ago iso={primera_en} />
            </td>
            <td data-label={t('keys.lastSeen')}>
              <Ago iso={ultima_en} />
            </td>
            <td className="num" data-label={t('keys.requests')}>
              {format.number(peticiones)}
            </td>
          </tr>
        ))}
      </List>
    </Card>
  );
};
