import type { Restaurante } from '../../api/wire.ts';

/** A new restaurant has the coordinates 0, 0, in the sea, until the platform sends its own. */
export const isPlace = ({ lat, lng }: Restaurante['ubicacion']): boolean => lat !== 0 || lng !== 0;
