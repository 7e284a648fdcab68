import { auditEntry } from '../admin/audit.ts';
import type { AdminDeps } from '../admin/deps.ts';
import { isPanelToken, mintPanelToken, sha256Hex } from '../admin/secrets.ts';
import { makeGatherer } from '../platform/async/gatherer.ts';
import type { Log } from '../platform/log.ts';
import { makeOutageLog } from '../platform/outage-log.ts';
import type { Reader } from '../storage/accounts/readers.ts';
import type { Enlace, FoundEnlace } from '../storage/port/deliveries/enlaces.ts';
import type { Envio } from '../storage/port/deliveries/envios.ts';
import type { Usuario } from '../storage/port/panel.ts';

/** Below PUBLIC_URL. */
export const DATOS_PATH = '/datos';
const HINT_CHARS = 4;
const GATHER_MS = 2_000;

type EnlaceInput = Pick<
  Enlace,
  'restauranteId' | 'nombre' | 'tabla' | 'rango' | 'fecha' | 'estilo' | 'expiraMs'
>;

/** `url` is shown once and exists nowhere else. */
type CreateOutcome =
  | { outcome: 'created'; enlace: Enlace; url: string }
  | { outcome: 'no_restaurant' | 'no_user' | 'too_many' | 'expires_in_past' };

class LinkEnded extends Error {
  override name = 'LinkEnded';
}

/** Why a link gives nothing; null if it does. */
export const endOf = (
  found: FoundEnlace | undefined,
  nowMs: number,
): 'gone' | 'suspended' | null => {
  if (found === undefined || found.enlace.revocadoMs !== null) return 'gone';
  const { expiraMs } = found.enlace;
  if (expiraMs !== null && expiraMs <= nowMs) return 'gone';
  return found.activo ? null : 'suspended';
};

interface Deps extends AdminDeps {
  publicUrl: string;
  log: Log;
}

/** Read links: addresses that spreadsheets load by themselves. */
export const makeEnlaces = ({ store, clock, randomBytes, mintId, publicUrl, log }: Deps) => {
  const { enlaces } = store;
  const outage = makeOutageLog(log, 'the uses of links are stored again');
  let gathered = new Map<string, { count: number; lastMs: number }>();
  const { soon, flush } = makeGatherer(GATHER_MS, async () => {
    const uses = gathered;
    gathered = new Map();
    if (uses.size === 0) return;
    await enlaces.touch(uses).then(outage.worked, (error: unknown) => {
      outage.failed('warn', { err: error }, 'could not store the uses of links');
    });
  });

  const standings: Reader['standings'] = async (ids) => {
    const found = await enlaces.findByIds(ids);
    return new Map(
      ids.map((id) => [
        id,
        (nowMs) => (endOf(found.get(id), nowMs) === null ? null : new LinkEnded(id)),
      ]),
    );
  };

  return {
    async create(input: EnlaceInput, usuario: Usuario): Promise<CreateOutcome> {
      const nowMs = clock.now();
      if (input.expiraMs !== null && input.expiraMs <= nowMs) return { outcome: 'expires_in_past' };
      const token = mintPanelToken(randomBytes);
      const made = {
        ...{ id: mintId('enlace', nowMs), ...input, usuarioId: usuario.id },
        ...{ pista: token.slice(-HINT_CHARS), creadoMs: nowMs, archivo: null },
        ...{ revocadoMs: null, ultimoUsoMs: null, usos: 0 },
      };
      const { nombre, tabla, rango, expiraMs } = made;
      const detalle = { nombre, tabla, rango, expiraMs };
      const act = { actor: usuario.email, momentoMs: nowMs, detalle };
      const entry = auditEntry('enlace.creado', made, act);
      const outcome = await enlaces.create(made, sha256Hex(token), entry);
      if (outcome !== 'created') return { outcome };
      const url = `${publicUrl}${DATOS_PATH}/${token}.csv`;
      return { outcome, enlace: { ...made, creador: usuario.email }, url };
    },
    /** A link to the file of a delivery that is too large for a mail. Null where nobody answers for it any more. */
    async offer(
      {
        restauranteId,
        usuarioId,
        nombre,
        que,
      }: Pick<Envio, 'restauranteId' | 'usuarioId' | 'nombre' | 'que'>,
      tramo: { desde: number; hasta: number },
      expiraMs: number,
    ): Promise<string | null> {
      if (que.clase !== 'tabla') return null;
      const nowMs = clock.now();
      const token = mintPanelToken(randomBytes);
      const { tabla, fecha, estilo, formato, idioma } = que;
      const made = {
        ...{ id: mintId('enlace', nowMs), restauranteId, usuarioId, nombre, tabla, fecha, estilo },
        ...{ rango: 'mes_anterior' as const, archivo: { formato, idioma, ...tramo } },
        ...{ pista: token.slice(-HINT_CHARS), creadoMs: nowMs, expiraMs },
        ...{ revocadoMs: null, ultimoUsoMs: null, usos: 0 },
      };
      const detalle = { nombre, tabla, expiraMs };
      const entry = auditEntry('enlace.creado', made, {
        actor: 'envios',
        momentoMs: nowMs,
        detalle,
      });
      const outcome = await enlaces.create(made, sha256Hex(token), entry);
      return outcome === 'created' ? `${publicUrl}${DATOS_PATH}/${token}.${formato}` : null;
    },
    list: enlaces.list,
    async revoke(restauranteId: string, id: string, actor: string): Promise<boolean> {
      const act = { actor, momentoMs: clock.now() };
      return enlaces.revoke(
        restauranteId,
        id,
        auditEntry('enlace.revocado', { id, restauranteId }, act),
      );
    },
    find: async (token: string): Promise<FoundEnlace | null> =>
      isPanelToken(token) ? enlaces.findByHash(sha256Hex(token)) : null,
    /** Counts a use. Nobody waits for the write. */
    noteUse({ id }: Enlace): void {
      const { count = 0 } = gathered.get(id) ?? {};
      gathered.set(id, { count: count + 1, lastMs: clock.now() });
      soon();
    },
    readerOf: ({ id }: Enlace): Reader => ({ budget: `enlace:${id}`, id, standings }),
    flush,
  };
};

export type Enlaces = ReturnType<typeof makeEnlaces>;
