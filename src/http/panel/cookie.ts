import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { okJson } from '../answer/answer.ts';
import { basePathOf } from '../pages/base-path.ts';

const NAME = 'comanda_sesion';

export interface SetCookie {
  name: string;
  value: string;
  options: CookieSerializeOptions;
}

/** `__Secure-` makes browsers refuse a cookie planted over http; `Lax` keeps other sites' forms and scripts out. */
export const makeCookies = (publicUrl: string, { name, below } = { name: NAME, below: '' }) => {
  const path = `${basePathOf(publicUrl)}/panel${below}`;
  const nameOf = (isSecure: boolean): string => (isSecure ? `__Secure-${name}` : name);
  const setCookie = (value: string, maxAge: number, secure: boolean): SetCookie => ({
    name: nameOf(secure),
    value,
    options: { maxAge, path, httpOnly: true, sameSite: 'lax', secure },
  });

  return {
    open: (token: string, maxAgeMs: number, isSecure: boolean): SetCookie =>
      setCookie(token, Math.floor(maxAgeMs / 1_000), isSecure),
    close: (isSecure: boolean): SetCookie => setCookie('', 0, isSecure),
    /** Empty when there is none, or more than one: one of them was planted, and none can be trusted. */
    read({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>, isSecure: boolean) {
      const own = nameOf(isSecure);
      const names = (headers.cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim());
      return names.indexOf(own) === names.lastIndexOf(own) ? (cookies[own] ?? '') : '';
    },
  };
};

export const okWithCookie = (value: object, ...cookies: SetCookie[]) => ({
  ...okJson(value),
  cookies,
});
