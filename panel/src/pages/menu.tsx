import { useState } from 'react';
import { useCarta } from '../api/queries.ts';
import type { Categoria, Producto } from '../api/wire.ts';
import { useWords } from '../i18n/lang.ts';
import { Badge } from '../parts/badge.tsx';
import { SearchField, Segments } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { LoadChosen } from '../parts/states/load.tsx';
import { Empty } from '../parts/states/states.tsx';
import { Moment } from '../parts/time.tsx';
import { plain } from '../plain-text.ts';

const DIAS = 7;
type Shown = 'all' | 'available';

export default function MenuPage() {
  const { t, tn } = useWords();
  const [text, setText] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const query = useCarta(shown === 'available');
  const wanted = plain(text.trim());
  return (
    <Page title={t('nav.menu')} note={t('menu.note')}>
      <div className="row toolbar">
        <SearchField label={t('menu.search')} value={text} onChange={setText} />
        <Segments
          label={t('word.shown')}
          value={shown}
          options={[
            ['all', t('word.all')],
            ['available', t('menu.available')],
          ]}
          onChange={setShown}
        />
      </div>
      <LoadChosen query={query}>
        {(carta) => {
          const categorias = carta.categorias
            .map((categoria) => ({
              ...categoria,
              productos: categoria.productos.filter(({ nombre }) => plain(nombre).includes(wanted)),
            }))
            .filter(({ productos }) => wanted === '' || productos.length > 0);
          if (categorias.length === 0) {
            return <Empty icon="menu" title={t(wanted === '' ? 'menu.none' : 'menu.noMatch')} />;
          }
          const count = categorias.reduce((sum, { productos }) => sum + productos.length, 0);
          return (
            <>
              <p className="soft small">
                {tn('count.products', count)} · {t('menu.updated')}{' '}
                <Moment iso={carta.generado_en} />
              </p>
              {categorias.length > 3 && (
                <nav className="menu-index" aria-label={t('menu.categories')}>
                  {categorias.map((categoria) => (
                    <a key={categoria.id} className="ellipsis" href={`#${categoria.id}`}>
                      {categoria.nombre}
                    </a>
                  ))}
                </nav>
              )}
              {categorias.map((categoria) => (
                <Category key={categoria.id} categoria={categoria} moneda={carta.moneda} />
              ))}
            </>
          );
        }}
      </LoadChosen>
    </Page>
  );
}

const Category = ({ categoria, moneda }: { categoria: Categoria; moneda: string }) => {
  const { t, open } = useWords();
  const { nombre, activa, visible_dias, visible_horario, productos } = categoria;
  const always = visible_dias.length === 0 || visible_dias.length === DIAS;
  return (
    <section className="menu-category" id={categoria.id}>
      <header className="row">
        <h2>{nombre}</h2>
        {!activa && <Badge tone="quiet">{t('menu.hidden')}</Badge>}
        {!always && (
          <span className="chip">{visible_dias.map((dia) => open('dia', dia)).join(' · ')}</span>
        )}
        {visible_horario?.map(({ desde, hasta }) => (
          <span key={desde} className="chip">
            {desde}–{hasta}
          </span>
        ))}
      </header>
      <ul className="menu-grid">
        {productos.map((producto) => (
          <Product key={producto.id} producto={producto} moneda={moneda} />
        ))}
      </ul>
    </section>
  );
};

const Product = ({ producto, moneda }: { producto: Producto; moneda: string }) => {
  const { t, format } = useWords();
  const money = (cents: number) => format.money(cents, moneda);
  const { nombre, precio_cents, disponible, destacado, alergenos, grupos_opcion } = producto;
  const sizes = producto.tamaños;
  return (
    <li className="card product" data-off={!disponible}>
      <div className="row line spread">
        <h3 className="grow">
          <bdi>{nombre}</bdi>
          {destacado && (
            <span className="featured" title={t('menu.featured')}>
              <Icon name="star" size={15} />
              <span className="hidden-text">{t('menu.featured')}</span>
            </span>
          )}
        </h3>
        <strong className="nowrap">{money(precio_cents)}</strong>
      </div>
      {!disponible && <Badge tone="bad">{t('menu.soldOut')}</Badge>}
      {sizes.length > 0 && (
        <ul className="row sizes">
          {sizes.map((size) => (
            <li key={size.id} className="chip">
              <bdi>{size.nombre}</bdi> {money(size.precio_cents)}
            </li>
          ))}
        </ul>
      )}
      {grupos_opcion.map((grupo) => (
        <details key={grupo.id}>
          <summary>
            <bdi>{grupo.nombre}</bdi>{' '}
            <span className="soft small">
              {t(grupo.requerido ? 'menu.required' : 'menu.optional', {
                min: grupo.min_seleccion,
                max: grupo.max_seleccion,
              })}
            </span>
          </summary>
          <ul className="options">
            {grupo.opciones.map((opcion) => (
              <li key={opcion.id}>
                <span>{opcion.nombre}</span>
                <span className="soft">
                  {opcion.precio_cents === 0 ? '' : `+${money(opcion.precio_cents)}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {alergenos.length > 0 && (
        <p className="soft small">
          {t('menu.allergens')}: {alergenos.join(', ')}
        </p>
      )}
    </li>
  );
};
