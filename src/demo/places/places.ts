import type { ComandoCuenta } from '../../contract/comandos.ts';
import { AZAHAR } from './azahar.ts';
import { DRAGO } from './drago.ts';
import type { Place } from './place.ts';

/** The first is the main one: the welcome names it and the demo's key is for it. */
export const PLACES: readonly [Place, ...Place[]] = [AZAHAR, DRAGO];

export const openingCommands = ({
  perfil,
  secciones,
  barrios,
}: Place): { perfil: ComandoCuenta; carta: ComandoCuenta; zonas: ComandoCuenta } => {
  const { id: restaurante_id, moneda } = perfil;
  const categorias = secciones.map(({ categoria, platos }) => ({
    ...categoria,
    productos: platos.map(({ producto }) => producto),
  }));
  return {
    perfil: { op: 'restaurante.guardar', restaurante: perfil, activo: true, ingesta: true },
    carta: {
      op: 'carta.guardar',
      restaurante_id,
      carta: { moneda, idioma_origen: 'es', categorias },
    },
    zonas: { op: 'zonas.guardar', restaurante_id, zonas: barrios.map(({ zona }) => zona) },
  };
};
