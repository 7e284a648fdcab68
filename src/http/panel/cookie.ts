import { basePathOf } from '../pages/base-path.ts';
import { type Answer, okJson } from '../wire/answer.ts';
import { readCookies } from '../wire/request.ts';

const NAME = 'comanda_sesion';

/** `__Secure-` makes browsers refuse a cookie planted over http; `Lax` keeps other sites' forms and scripts out. */
export const makeCookies = (publicUrl: string, { name, below } = { name: NAME, below: '' }) => {
  const path = `${basePathOf(publicUrl)}/panel${below}`;
  const nameOf = (isSecure: boolean): string => (isSecure ? `__Secure-${name}` : name);
  const setCookie = (value: string, maxAgeS: number, isSecure: boolean): string =>
    `${nameOf(isSecure)}=${value}; Max-Age=${maxAgeS}; Path=${path}; HttpOnly; SameSite=Lax` +
    (isSecure ? '; Secure' : '');

  return {
    open: (token: string, maxAgeMs: number, isSecure: boolean): string =>
      setCookie(token, Math.floor(maxAgeMs / 1_000), isSecure),
    close: (isSecure: boolean): string => setCookie('', 0, isSecure),
    /** Empty when there is none, or more than one: one of them was planted, and none can be trusted. */
    read(header: string | undefined, isSecure: boolean): string {
      const [token = '', ...others] = readCookies(header, nameOf(isSecure));
      return others.length === 0 ? token : '';
    },
  };
};

export const okWithCookie = (value: object, cookie: string): Answer => {
  const answer = okJson(value);
  return { ...answer, headers: [...answer.headers, 'Set-Cookie', cookie] };
};
