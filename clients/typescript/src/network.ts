/** The service could not be reached, or the connection to it broke. The message says what to try. */
export class NetworkError extends Error {
  override name = 'NetworkError';
  /** The code of the system or of TLS, such as `ECONNREFUSED`; empty if there is none. */
  readonly code: string;

  constructor(url: string, error: unknown) {
    // `fetch` hides what happened behind "fetch failed". Deno and Bun give it directly.
    const cause = (error as { cause?: unknown }).cause ?? error;
    const { code, message } = cause as { code?: unknown; message?: unknown };
    const [, advice] = ADVICE.find(([pattern]) => pattern.test(`${code} ${message}`)) ?? [];
    super(`${new URL(url).origin}: ${message}${advice === undefined ? '' : `; ${advice}`}`, {
      cause,
    });
    this.code = typeof code === 'string' ? code : '';
  }
}

const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED/, 'nothing listens there: does the service run, and are host and port right?'],
  [/ENOTFOUND|EAI_AGAIN/, 'the name is not found: check its spelling and the network'],
  [/EHOSTUNREACH|ENETUNREACH/, 'there is no way there: check the network'],
  [/TIMEDOUT|TIMEOUT|does not answer/, 'is a firewall in between, or is the address wrong?'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH/, 'it does not use TLS: should url begin with http://?'],
  [
    /CERT|UNABLE_TO_|peer cert/,
    'its certificate is not trusted: name its authority in NODE_EXTRA_CA_CERTS',
  ],
  [/ECONNRESET|EPIPE|UND_ERR_SOCKET|terminated/, 'the connection broke: try again'],
];
