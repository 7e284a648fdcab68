const BEARER = /^Bearer(?: +|$)(.*)$/i;

/**
 * The token of an `Authorization` header: null when none was given, and an empty string when there
 * is something else in its place.
 */
export const readBearer = (authorization: string | undefined): string | null => {
  const header = authorization?.trim() ?? '';
  if (header === '') return null;
  const match = BEARER.exec(header);
  if (match === null) return '';
  const token = match[1] ?? '';
  return token === '' ? null : token;
};
