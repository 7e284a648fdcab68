import type { Evento } from '../../src/contract/recursos/evento.ts';
import type { Received } from '../../test/support/receiver/receiver.ts';
import { signatureOf } from '../../test/support/values/signature.ts';
import type { Api } from './api.ts';

/** A registered webhook and its deliveries. */
export interface Hook {
  readonly name: string;
  readonly restauranteId: string;
  /** The event types that it subscribes to; null: all. */
  readonly tipos: readonly string[] | null;
  /** The service owes it every event after this sequence. */
  readonly from: number;
  arrivals(): Arrival[];
}

export interface Arrival {
  id: string;
  tipo: string;
  intento: number;
  body: string;
  evento: Evento;
  isSigned: boolean;
  /** Whether another attempt at the same delivery was under way. */
  overlaps: boolean;
}

/** Registers a webhook before the first event. */
export const registerHook = async (
  api: Api,
  { url, name, restauranteId, tipos }: { url: string } & Omit<Hook, 'from' | 'arrivals'>,
  received: readonly Received[],
): Promise<Hook> => {
  const { status, body } = await api.request('/webhooks', {
    method: 'POST',
    body: { url, nombre: name, eventos: tipos ?? ['*'] },
  });
  if (status !== 201) throw new Error(`no webhook: ${JSON.stringify(body)}`);
  const { secreto_firma } = body as { secreto_firma: string };
  const { pathname } = new URL(url);
  return {
    name,
    restauranteId,
    tipos,
    from: 0,
    arrivals: () =>
      received.filter(({ path }) => path === pathname).map((each) => read(each, secreto_firma)),
  };
};

const read = ({ headers, bodyBase64, overlaps }: Received, secreto: string): Arrival => {
  const bytes = Buffer.from(bodyBase64, 'base64');
  const body = bytes.toString('utf8');
  return {
    id: headers['x-svc-id'] ?? '',
    tipo: headers['x-svc-evento'] ?? '',
    intento: Number(headers['x-svc-intento']),
    body,
    evento: JSON.parse(body),
    overlaps,
    isSigned: signatureOf(bytes, secreto) === headers['x-svc-firma'],
  };
};
