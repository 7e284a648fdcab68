import { makeCookies } from '../cookie.ts';
import type { PanelRequest } from '../route.ts';

/** The cookie of one screen. It is sent to this screen's routes alone, because a browser may show several screens. */
export const screenCookies = (publicUrl: string, id: string) =>
  makeCookies(publicUrl, { name: 'comanda_pantalla', below: `/api/pantalla/${id}` });

/** The token in the cookie of the screen `{id}` of the path; empty without one. */
export const screenToken = (publicUrl: string, request: PanelRequest): string =>
  screenCookies(publicUrl, request.params['id'] ?? '').read(request, request.isSecure);
