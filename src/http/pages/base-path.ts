/** The path that PUBLIC_URL puts before every address, without a trailing slash; usually empty. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/$/, '');
