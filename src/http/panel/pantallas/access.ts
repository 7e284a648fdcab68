import { SCREEN_PREFIX } from '../../../admin/pantallas.ts';
import type { Llave } from '../../../storage/port/accounts.ts';
import type { Pantalla } from '../../../storage/port/pantallas.ts';
import { makeCookies } from '../cookie.ts';
import { PanelError } from '../errors.ts';
import { userKey } from '../public-api.ts';
import type { PanelRequest } from '../route.ts';

/** The cookie of one screen. It is sent to this screen's routes alone, because a browser may show several screens. */
export const screenCookies = (publicUrl: string, id: string) =>
  makeCookies(publicUrl, { name: 'comanda_pantalla', below: `/api/pantalla/${id}` });

/** The token in the cookie of the screen `{id}` of the path; empty without one. */
export const screenToken = (
  publicUrl: string,
  { headers, isSecure, params: { id = '' } }: PanelRequest,
): string => screenCookies(publicUrl, id).read(headers.cookie, isSecure);

/** The bucket that counts a screen's requests. */
export const screenBucket = ({ id }: Pantalla): string => SCREEN_PREFIX + id;

/** The stream sees a screen as this key: it is counted by the key, and ends with it. */
export const screenKey = ({ id, restauranteId }: Pantalla): Llave =>
  userKey(SCREEN_PREFIX + id, restauranteId);

export const screenGone = (): PanelError =>
  new PanelError('pantalla_retirada', 'Esta pantalla se ha retirado, o su enlace no está entero.');

export const screenPaused = (): PanelError =>
  new PanelError('restaurante_inactivo', 'El restaurante está suspendido.');
