import { LRUCache } from 'lru-cache';
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

/** Memoised by webhook: parsing a URL and opening a secret cost as much as signing. */
interface Prepared {
  readonly url: string;
  /** Oldest first; the last one is current. */
  readonly secrets: readonly SecretoAnterior[];
  readonly target: Target | TargetProblem;
  readonly keys: readonly SigningKeys[];
}

interface Signed {
  target: Target | TargetProblem;
  /** Names and values in turn, signed with all valid secrets. */
  headers: string[];
  /** Whose turn it was to make `X-Svc-Firma`. */
  turn: number;
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

  const recent = new LRUCache<string, Prepared>({ max: PREPARED_MAX });
  /** By webhook, the turn of the secret that its receiver probably knows: each possible refusal moves it on. */
  const turns = new LRUCache<string, number>({ max: PREPARED_MAX });

  const prepare = ({ restauranteId, id, url, secreto, anteriores }: Envio['webhook']): Prepared => {
    const known = recent.get(id);
    const secrets = [...anteriores, { secreto, hastaMs: Number.POSITIVE_INFINITY }];
    if (known?.url === url && isSame(known.secrets, secrets)) return known;
    const owner = ownerOf(restauranteId, id);
    const keys = secrets.map((each) =>
      signingKeys(secretBox.open(each.secreto, owner).toString('hex')),
    );
    const prepared = { url, secrets, target: readTarget(url), keys };
    recent.set(id, prepared);
    turns.delete(id);
    return prepared;
  };

  /** The keys of all valid secrets, beginning with the first place. */
  const signersOf = ({ keys, secrets }: Prepared, first: number): SigningKeys[] => {
    const nowMs = clock.now();
    const isValid = (_: SigningKeys, i: number) => (secrets[i]?.hastaMs ?? 0) > nowMs;
    // Expired secrets keep their place: without them, a receiver that a refusal has settled on would be skipped.
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
    sign(envio: Envio): Signed {
      const { webhook } = envio;
      const prepared = prepare(webhook);
      const turn = turns.get(webhook.id) ?? 0;
      const signers = signersOf(prepared, turn % prepared.keys.length);
      return { target: prepared.target, headers: headersOf(envio, signers), turn };
    },
    /** Of sixteen attempts that are refused together only one counts: all were signed in the same turn. */
    refused(webhookId: string, turn: number): void {
      if ((turns.get(webhookId) ?? 0) === turn) turns.set(webhookId, turn + 1);
    },
  };
};

export type Signing = ReturnType<typeof makeSigning>;
