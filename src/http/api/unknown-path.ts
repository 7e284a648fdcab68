import { OPERACIONES, RUTAS } from '../../contract/rutas/rutas.ts';
import { ApiError, fixedError } from './errors.ts';

/** Where the API begins, and the first part of each of its paths. */
const PREFIX = '/api';
const FIRST_PARTS = new Set(OPERACIONES.map((each) => RUTAS[each].path.split('/', 2)[1] ?? ''));
const SHOWN_CHARS_MAX = 80;

/** 404. Names the path that was probably meant: most mistakes are a base address without `/api`, or with a slash behind it. */
export const unknownPath = (path: string): ApiError => {
  const [, ...parts] = path.replace(/\/{2,}/g, '/').split('/');
  while (parts[0] === PREFIX.slice(1)) parts.shift();
  const meant = [PREFIX, ...parts].join('/');
  const isKnown = FIRST_PARTS.has(parts[0] ?? '') && meant.length <= SHOWN_CHARS_MAX;
  if (!isKnown || meant === path) return fixedError('no_encontrado');
  const why = path.includes('//') ? 'lleva una barra de más' : 'la API está en «/api»';
  return new ApiError('no_encontrado', `No existe esta ruta: ${why}; prueba «${meant}».`);
};
