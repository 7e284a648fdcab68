import type { Personas } from '../../admin/personas.ts';
import type { OfRestaurant } from './route.ts';

/** Tells the owners of a key or webhook that somebody made who is none of them: it reads orders without their knowledge. */
export const tellOfIntegrator = async (
  personas: Pick<Personas, 'tellOwners'>,
  { principal: { usuario }, cuenta }: OfRestaurant,
  what: string,
): Promise<void> => {
  const own = usuario.membresias.find(({ restauranteId }) => restauranteId === cuenta.id);
  if (own?.rol !== 'integradora') return;
  const text = `${usuario.email} ha creado ${what} en ${cuenta.nombre}.`;
  await personas.tellOwners(cuenta.id, `Novedad en ${cuenta.nombre}`, text);
};
