/** The path of PUBLIC_URL without a trailing slash, which precedes every address; usually empty. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/$/, '');
