import {
  firmar,
  type SecretoAnterior,
  type SigningKeys,
  signingKeys,
  standardSignature,
} from '../domain/webhooks/firma.ts';
import type { Envio } from '../domain/webhooks/outcome.ts';
import type { Clock } from '../platform/clock.ts';
import { ownerOf, type SecretBox } from './secret-box.ts';
import { readTarget, type Target, type TargetProblem } from './target.ts';

interface Prepared {
  url: string;
  /** Oldest first; the last one is current. */
  secrets: readonly SecretoAnterior[];
  target: Target | TargetProblem;
  keys: readonly SigningKeys[];
  /** Answers that may have refused the signature. Each of them moves `X-Svc-Firma` on to the next secret. */
  refusals: number;
}

const PREPARED_MAX = 1_000;

const isSame = (a: readonly SecretoAnterior[], b: readonly SecretoAnterior[]): boolean =>
  a.length === b.length &&
  a.every(({ secreto, hastaMs }, i) => {
    const other = b[i];
    return other?.hastaMs === hastaMs && Buffer.compare(secreto, other.secreto) === 0;
  });

interface SigningDeps {
  secretBox: SecretBox;
  clock: Pick<Clock, 'now'>;
  version: string;
}

/** Decides where a delivery goes and which headers it carries. */
export const makeSigning = ({ secretBox, clock, version }: SigningDeps) => {
  const userAgent = `Comanda/${version}`;

  const recent = new Map<string, Prepared>();

  /** Memoised by webhook: parsing a URL and opening a secret cost as much as signing. */
  const prepare = ({ webhook }: Envio): Prepared => {
    const { restauranteId, id, url, secreto, anteriores } = webhook;
    const known = recent.get(id);
    const secrets = [...anteriores, { secreto, hastaMs: Number.POSITIVE_INFINITY }];
    if (known?.url === url && isSame(known.secrets, secrets)) return known;
    const owner = ownerOf(restauranteId, id);
    const keys = secrets.map((each) =>
      signingKeys(secretBox.open(each.secreto, owner).toString('hex')),
    );
    const prepared = { url, secrets, target: readTarget(url), keys, refusals: 0 };
    if (recent.size >= PREPARED_MAX) recent.clear();
    recent.set(id, prepared);
    return prepared;
  };

  /** The keys of all valid secrets, beginning with the secret that the receiver probably knows. */
  const signersOf = ({ keys, secrets, refusals }: Prepared): SigningKeys[] => {
    const nowMs = clock.now();
    const first = refusals % keys.length;
    const isValid = (_: SigningKeys, i: number) => (secrets[i]?.hastaMs ?? 0) > nowMs;
    // Expired secrets keep their place in the turn: without them, a receiver that a refusal has settled on would be skipped.
    return [
      ...keys.filter((each, i) => i >= first && isValid(each, i)),
      ...keys.filter((each, i) => i < first && isValid(each, i)),
    ];
  };

  const headersOf = (envio: Envio, signers: readonly SigningKeys[]): string[] => {
    const seconds = Math.floor(clock.now() / 1_000);
    const { id, body } = envio;
    const [firma = '', ...others] = signers.map((keys) => firmar(keys, body));
    const standard = signers.map((keys) => standardSignature(keys, { id, seconds, body }));
    return [
      'Content-Type',
      'application/json; charset=utf-8',
      'User-Agent',
      userAgent,
      'Accept',
      '*/*',
      'X-Svc-Evento',
      envio.tipo,
      'X-Svc-Id',
      id,
      'X-Svc-Intento',
      String(envio.intento),
      'X-Svc-Firma',
      firma,
      ...(others.length === 0 ? [] : ['X-Svc-Firma-Alterna', others.join(' ')]),
      'webhook-id',
      id,
      'webhook-timestamp',
      String(seconds),
      'webhook-signature',
      standard.join(' '),
    ];
  };

  return {
    prepare,
    /** Names and values in turn, signed with all valid secrets. */
    headersFor: (envio: Envio, prepared = prepare(envio)): string[] =>
      headersOf(envio, signersOf(prepared)),
  };
};

export type Signing = ReturnType<typeof makeSigning>;
