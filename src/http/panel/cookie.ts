/**
 * The session's cookie. Over https its name says so, and browsers then refuse one that was planted
 * over http. `Lax`: a link from elsewhere finds the user signed in, and nothing else from there does.
 */
const NAME = 'comanda_sesion';

export const makeCookies = (publicUrl: string) => {
  const path = `${new URL(publicUrl).pathname.replace(/\/$/, '')}/panel`;
  const nameOf = (isSecure: boolean): string => (isSecure ? `__Secure-${NAME}` : NAME);
  const attributes = (isSecure: boolean): string =>
    `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    /** Goes when the session is too old, whether or not it was used. */
    give: (token: string, maxAgeMs: number, isSecure: boolean): string =>
      `${nameOf(isSecure)}=${token}; Max-Age=${Math.floor(maxAgeMs / 1_000)}; ${attributes(isSecure)}`,
    take: (isSecure: boolean): string => `${nameOf(isSecure)}=; Max-Age=0; ${attributes(isSecure)}`,
    /** Empty when there is none, or more than one: which of them is ours cannot be told. */
    read(header: string | undefined, isSecure: boolean): string {
      const prefix = `${nameOf(isSecure)}=`;
      const found = (header ?? '')
        .split(';')
        .map((each) => each.trim())
        .filter((each) => each.startsWith(prefix));
      return found.length === 1 ? (found[0]?.slice(prefix.length) ?? '') : '';
    },
  };
};

export type Cookies = ReturnType<typeof makeCookies>;
