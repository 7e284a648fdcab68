import type { Cuando, Destino, Que } from '../../src/contract/panel/envios.ts';
import { makeEnlaces } from '../../src/deliveries/enlaces.ts';
import { makeDeliveries } from '../../src/deliveries/service.ts';
import { makeMintId } from '../../src/domain/ids.ts';
import { makeExports } from '../../src/export/exports.ts';
import { makeSmtp } from '../../src/mail/smtp.ts';
import { makeLog } from '../../src/platform/log.ts';
import type { Store } from '../../src/storage/port/store.ts';
import { makeAddressGuard } from '../../src/webhooks/address-guard.ts';
import { makeConnectionPool } from '../../src/webhooks/connection-pool.ts';
import { makeResolve } from '../../src/webhooks/resolve.ts';
import { makeSecretBox } from '../../src/webhooks/secret-box.ts';
import { accept, type Bench } from '../storage/conformance/harness.ts';
import {
  comando,
  RESTAURANTE_ID,
  samplePedidoEntero,
  seededRandomBytes,
} from '../support/samples.ts';
import type { Cleanup } from '../support/service.ts';

const FROM = 'Comanda <avisos@comanda.example>';
const SECRETS_KEY = 'una llave de pruebas';
const LOOPBACK = [{ network: '127.0.0.0', prefix: 8, family: 'ipv4' }] as const;

export const IVA: Que = {
  ...{ clase: 'tabla', tabla: 'iva', formato: 'csv', estilo: 'programa' },
  ...{ fecha: 'creacion', idioma: 'es' },
};
export const CAJA: Que = { clase: 'caja', fecha: 'creacion', idioma: 'es' };
export const DAILY: Cuando = { cada: 'dia', a_las: '06:00' };

/** One process of the service, as far as deliveries go. */
export const makeProcess = (
  t: Cleanup,
  { clock }: Pick<Bench, 'clock'>,
  store: Store,
  { smtpUrl = null, allowed = LOOPBACK, seed = 1 }: Options = {},
) => {
  const lines: string[] = [];
  const log = makeLog('info', { write: (line: string) => void lines.push(line) });
  const randomBytes = seededRandomBytes(seed);
  const base = { store, clock, log, randomBytes, mintId: makeMintId(randomBytes) };
  const exports = makeExports({ ...base, onCountFailed: () => undefined });
  const enlaces = makeEnlaces({ ...base, publicUrl: 'https://comanda.example' });
  const guard = makeAddressGuard({ allowed, resolve: makeResolve() });
  const pool = makeConnectionPool({ guard, clock });
  const secretBox = makeSecretBox([SECRETS_KEY], randomBytes);
  const transport =
    smtpUrl === null ? null : makeSmtp({ url: smtpUrl, from: FROM, requireTls: false });
  const made = makeDeliveries({
    ...base,
    ...{ owner: `proceso-${seed}`, secretBox, exports, enlaces, guard, pool, transport },
  });
  t.after(async () => {
    await Promise.all([exports.close(), enlaces.flush(), pool.close()]);
  });
  return { ...made, enlaces, lines };
};

interface Options {
  smtpUrl?: string | null;
  allowed?: readonly { network: string; prefix: number; family: 'ipv4' | 'ipv6' }[];
  seed?: number;
}

export type Process = ReturnType<typeof makeProcess>;

/** An order a day, at noon of the restaurant. */
export const seedDays = (store: Store, days: readonly string[]) =>
  accept(
    store,
    days.map((day) =>
      comando.importar(
        samplePedidoEntero({
          ...{ id: `ped_${day}`, numero: `${day.replaceAll('-', '')}-1` },
          ...{ creado_en: `${day}T11:00:00.000Z`, estado: 'entregado' },
        }),
        [],
      ),
    ),
  );

export const actOf = async (store: Store) => {
  const found = await store.cuentas.find(RESTAURANTE_ID);
  if (found === null) throw new Error('there is no restaurant');
  const usuario = { id: 'usr_ana', email: 'ana@pepa.example', operador: false, creadoMs: 0 };
  return { cuenta: found.cuenta, usuario };
};

export const schedule = async (
  { envios }: Pick<Process, 'envios'>,
  store: Store,
  destino: Destino,
  more: { que?: Que; cuando?: Cuando; secreto?: string | null; nombre?: string } = {},
): Promise<string> => {
  const { que = IVA, cuando = DAILY, secreto = null, nombre = 'IVA para la gestoría' } = more;
  const made = await envios.create({ nombre, que, cuando, destino, secreto }, await actOf(store));
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.id;
};
