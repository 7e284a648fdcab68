import type { Rol } from '../../../src/contract/roles.ts';

/** Makes a new user an operator, or somebody of one restaurant. */
export const placeIn = (restauranteId: string | null, rol: Rol = 'propietaria') => ({
  operador: restauranteId === null,
  puestos: restauranteId === null ? [] : [{ restauranteId, rol }],
});
