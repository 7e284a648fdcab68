// Only a deployment knows these values: the service fills them in when it starts (src/http/docs/site.ts).
export const PUBLIC_URL = '__PUBLIC_URL__';
/** The path of PUBLIC_URL, which precedes every address. */
export const ROOT = '__ROOT__';
export const VERSION = '__VERSION__';
/** The address that the service assumes if PUBLIC_URL is not set; else empty. */
export const GUESSED_URL = '__GUESSED_URL__';
