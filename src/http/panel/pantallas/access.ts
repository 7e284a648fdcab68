import { SCREEN_PREFIX } from '../../../admin/pantallas.ts';
import type { Llave } from '../../../storage/port/accounts.ts';
import type { Pantalla } from '../../../storage/port/pantallas.ts';
import { makeCookies } from '../cookie.ts';
import { PanelError } from '../errors.ts';
import { userKey } from '../public-api.ts';
import type { PanelRequest } from '../route.ts';

/** Goes to this screen's routes alone: a browser may show several screens, and no cookie of one is sent elsewhere. */
export const screenCookies = (publicUrl: string, id: string) =>
  makeCookies(publicUrl, { name: 'comanda_pantalla', below: `/api/pantalla/${id}` });

/** The token in the cookie of the screen `{id}` of the path; empty without one. */
export const screenToken = (
  publicUrl: string,
  { headers, isSecure, params: { id = '' } }: PanelRequest,
): string => screenCookies(publicUrl, id).read(headers.cookie, isSecure);

/** The name under which a screen's requests are counted. */
export const screenBucket = ({ id }: Pantalla): string => SCREEN_PREFIX + id;

/** To the stream, a screen is a key of this name: it is counted by it, and ends with it. */
export const screenKey = ({ id, restauranteId }: Pantalla): Llave =>
  userKey(SCREEN_PREFIX + id, restauranteId);

export const screenGone = (): PanelError =>
  new PanelError('pantalla_retirada', 'Esta pantalla se ha retirado, o su enlace no está entero.');

export const screenPaused = (): PanelError =>
  new PanelError('restaurante_inactivo', 'El restaurante está suspendido.');
