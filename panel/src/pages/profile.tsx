import { useState } from 'react';
import { usePerfil } from '../api/queries.ts';
import type { Restaurante } from '../api/wire.ts';
import { useWords } from '../i18n/lang.ts';
import { Badge } from '../parts/badge.tsx';
import { Card, Fact } from '../parts/card.tsx';
import { MailLink, PhoneLink } from '../parts/contact-links.tsx';
import { Page } from '../parts/page.tsx';
import { Load } from '../parts/states/load.tsx';
import { weekOf } from './week.ts';
import { isPlace } from './zones/place.ts';

export default function ProfilePage() {
  const { t } = useWords();
  const query = usePerfil();
  return (
    <Page title={t('nav.restaurant')} note={t('profile.note')}>
      <Load query={query}>
        {({ restaurante, cuenta }) => (
          <div className="grid-2">
            <Account restaurante={restaurante} activo={cuenta.activo} ingesta={cuenta.ingesta} />
            <Hours horario={restaurante.horario} />
            <Contact restaurante={restaurante} />
            <Branding restaurante={restaurante} />
          </div>
        )}
      </Load>
    </Page>
  );
}

const Account = ({
  restaurante,
  activo,
  ingesta,
}: {
  restaurante: Restaurante;
  activo: boolean;
  ingesta: boolean;
}) => {
  const { t, tn, format } = useWords();
  return (
    <Card title={restaurante.nombre}>
      <div className="row">
        <Badge tone={activo ? 'good' : 'bad'}>
          {t(activo ? 'restaurants.active' : 'restaurants.suspended')}
        </Badge>
        <Badge tone={restaurante.acepta_pedidos ? 'good' : 'quiet'}>
          {t(restaurante.acepta_pedidos ? 'profile.accepts' : 'profile.closed')}
        </Badge>
        <Badge tone={ingesta ? 'good' : 'quiet'}>
          {t(ingesta ? 'restaurants.ingestOn' : 'restaurants.ingestOff')}
        </Badge>
      </div>
      <dl className="facts spaced">
        <Fact name={t('profile.id')}>
          <code>{restaurante.id}</code>
        </Fact>
        <Fact name="Slug">
          <code>{restaurante.slug}</code>
        </Fact>
        <Fact name={t('profile.currency')}>{restaurante.moneda}</Fact>
        <Fact name={t('profile.zone')}>{restaurante.zona_horaria}</Fact>
        <Fact name={t('profile.minimum')}>{format.money(restaurante.pedido_minimo_cents)}</Fact>
        <Fact name={t('profile.reputation')}>
          {restaurante.reputacion.votos === 0
            ? t('profile.noVotes')
            : tn('profile.stars', restaurante.reputacion.votos, {
                stars: format.number(restaurante.reputacion.puntuacion),
              })}
        </Fact>
      </dl>
    </Card>
  );
};

const Hours = ({ horario }: { horario: Restaurante['horario'] }) => {
  const { t, open } = useWords();
  if (Object.keys(horario).length === 0) {
    return (
      <Card title={t('profile.hours')}>
        <p className="soft">{t('profile.noHours')}</p>
      </Card>
    );
  }
  return (
    <Card title={t('profile.hours')}>
      <dl className="ruled hours">
        {weekOf(horario).map(({ name, franjas }) => (
          <div key={name}>
            <dt>{open('semana', name)}</dt>
            <dd className={franjas.length === 0 ? 'soft' : undefined}>
              {franjas.length === 0
                ? t('profile.off')
                : franjas.map(({ desde, hasta }) => `${desde}–${hasta}`).join('  ·  ')}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

const Contact = ({ restaurante: { contacto, ubicacion } }: { restaurante: Restaurante }) => {
  const { t } = useWords();
  return (
    <Card title={t('profile.contact')}>
      <dl className="facts">
        <Fact name={t('login.email')}>
          {contacto.email !== null && <MailLink email={contacto.email} />}
        </Fact>
        <Fact name={t('profile.phone')}>
          {contacto.telefono !== null && <PhoneLink telefono={contacto.telefono} />}
        </Fact>
        <Fact name="Web">{contacto.web !== null && <ExternalLink url={contacto.web} />}</Fact>
        <Fact name={t('word.address')}>
          {[ubicacion.direccion, ubicacion.ciudad].filter(Boolean).join('\n')}
        </Fact>
        <Fact name={t('profile.position')}>
          {isPlace(ubicacion) && (
            <code>
              {ubicacion.lat}, {ubicacion.lng}
            </code>
          )}
        </Fact>
      </dl>
    </Card>
  );
};

/** A link if the text is a web address: the profile holds whatever the platform sent. */
const ExternalLink = ({ url }: { url: string }) =>
  /^https?:\/\//i.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer" className="wrap-anywhere">
      {url}
    </a>
  ) : (
    url
  );

/** The restaurant's own pictures, from where it keeps them; one that does not load is a link. */
const Branding = ({ restaurante: { branding } }: { restaurante: Restaurante }) => {
  const { t } = useWords();
  const { logo_url, color_primario, galeria } = branding;
  return (
    <Card title={t('profile.look')}>
      <dl className="facts">
        <Fact name={t('profile.color')}>
          {color_primario !== null && (
            <span className="row tight">
              <span className="swatch" style={{ background: color_primario }} />
              <code>{color_primario}</code>
            </span>
          )}
        </Fact>
        <Fact name="Logo">
          {logo_url !== null && <Picture url={logo_url} alt={t('profile.logo')} />}
        </Fact>
        <Fact name={t('profile.gallery')}>
          {galeria.length > 0 && (
            <span className="pictures">
              {galeria.map((url, i) => (
                <Picture key={url} url={url} alt={t('profile.picture', { n: i + 1 })} />
              ))}
            </span>
          )}
        </Fact>
      </dl>
    </Card>
  );
};

const Picture = ({ url, alt }: { url: string; alt: string }) => {
  const [isBroken, setBroken] = useState(false);
  // The page's policy refuses all but https.
  if (isBroken || !url.startsWith('https://')) return <ExternalLink url={url} />;
  return (
    <img
      className="picture"
      src={url}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
};
