import type { ClasePantalla } from '../contract/panel.ts';
import type { Usuario } from '../storage/port/panel.ts';
import type { FoundPantalla, Pantalla } from '../storage/port/pantallas.ts';
import { auditEntry } from './audit.ts';
import type { AdminDeps } from './deps.ts';
import { isPanelToken, mintPanelToken, sha256Hex } from './secrets.ts';
import { AGENTE_CHARS_MAX, SEEN_RESOLUTION_MS } from './sesiones.ts';

interface PantallaInput {
  restauranteId: string;
  nombre: string;
  clase: ClasePantalla;
}

/** `token` is shown once and exists nowhere else. */
type CreateOutcome =
  | { outcome: 'created'; pantalla: Pantalla; token: string }
  | { outcome: 'no_restaurant' | 'no_user' | 'too_many' };

/** The name of a screen in the audit, where it acts itself. */
export const screenName = (id: string): string => `pantalla:${id}`;

/** The token is in the fragment, which reaches no proxy's log and no referrer. */
export const screenUrl = (publicUrl: string, { id }: Pantalla, token: string): string =>
  `${publicUrl}/panel/pantalla/${id}#${token}`;

export const makePantallas = ({ store, clock, randomBytes, mintId }: AdminDeps) => {
  const { pantallas } = store;
  const note = (
    accion: string,
    pantalla: Pantalla,
    actor: string,
    detalle: Record<string, unknown> = {},
  ) => {
    const { nombre, clase } = pantalla;
    const act = { actor, momentoMs: clock.now(), detalle: { nombre, clase, ...detalle } };
    return auditEntry(accion, pantalla, act);
  };

  const create = async (input: PantallaInput, usuario: Usuario): Promise<CreateOutcome> => {
    const nowMs = clock.now();
    const token = mintPanelToken(randomBytes);
    const pantalla: Pantalla = {
      id: mintId('pantalla', nowMs),
      ...input,
      usuarioId: usuario.id,
      creador: usuario.email,
      creadaMs: nowMs,
      vistaMs: null,
    };
    const entry = note('pantalla.creada', pantalla, usuario.email);
    const outcome = await pantallas.create(pantalla, sha256Hex(token), entry);
    return outcome === 'created' ? { outcome, pantalla, token } : { outcome };
  };

  const get = async (id: string): Promise<FoundPantalla | null> =>
    (await pantallas.find([id])).get(id) ?? null;

  const revoke = async (id: string, actor: string): Promise<boolean> => {
    const found = await get(id);
    if (found === null) return false;
    return pantallas.revoke(id, note('pantalla.revocada', found.pantalla, actor));
  };

  /** Notes that these screens were seen now. Nobody waits for the write, and it may fail. */
  const noteSeen = (found: Iterable<FoundPantalla>): void => {
    const nowMs = clock.now();
    const stale = [...found].filter(
      ({ pantalla: { vistaMs } }) => vistaMs === null || nowMs - vistaMs >= SEEN_RESOLUTION_MS,
    );
    if (stale.length === 0) return;
    const seen = new Map(stale.map(({ pantalla }) => [pantalla.id, nowMs]));
    pantallas.touch(seen).catch(() => {});
  };

  /** The screen with this id and token; null if the token is wrong or the screen was revoked. */
  const current = async (id: string, token: string): Promise<Pantalla | null> => {
    const found = isPanelToken(token) ? await get(id) : null;
    if (found === null || found.hash !== sha256Hex(token)) return null;
    noteSeen([found]);
    return found.pantalla;
  };

  return {
    create,
    revoke,
    get,
    current,
    /** Records that a browser opened the link, so that the audit shows who has it. */
    noteOpened: (pantalla: Pantalla, agente: string) =>
      store.auditoria.add(
        note('pantalla.abierta', pantalla, screenName(pantalla.id), {
          agente: agente.slice(0, AGENTE_CHARS_MAX),
        }),
      ),
    /** The screens among these that are not revoked, for open streams; notes that they were seen. */
    async watch(ids: readonly string[]): Promise<Map<string, FoundPantalla>> {
      const found = await pantallas.find(ids);
      noteSeen(found.values());
      return found;
    },
    list: pantallas.list,
  };
};

export type Pantallas = ReturnType<typeof makePantallas>;
