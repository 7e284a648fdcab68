import type { ComandoCuenta } from '../../contract/comandos.ts';
import type { CartaDraft } from '../../contract/recursos/carta.ts';
import { categoriasOf } from '../menu.ts';
import { AZAHAR } from './azahar.ts';
import { DRAGO } from './drago.ts';
import type { Place } from './place.ts';

/** The first is the one that the demo is about. */
export const PLACES: readonly [Place, ...Place[]] = [AZAHAR, DRAGO];

const cartaOf = ({ perfil, secciones }: Place): CartaDraft => ({
  moneda: perfil.moneda,
  idioma_origen: 'es',
  categorias: categoriasOf(secciones),
});

/** What opens a restaurant: its profile, its menu and its zones. */
export const openingCommands = (place: Place): ComandoCuenta[] => {
  const { perfil, barrios } = place;
  return [
    { op: 'restaurante.guardar', restaurante: perfil, activo: true, ingesta: true },
    { op: 'carta.guardar', restaurante_id: perfil.id, carta: cartaOf(place) },
    { op: 'zonas.guardar', restaurante_id: perfil.id, zonas: barrios.map(({ zona }) => zona) },
  ];
};
