import { auditEntry } from '../admin/audit.ts';
import type { AdminDeps } from '../admin/deps.ts';
import { normalizeEmail } from '../admin/usuarios.ts';
import { debidoMs, inicioAt, periodoFrom } from '../domain/deliveries/calendario.ts';
import type { Cuando, Destino, Llegada, Que } from '../domain/deliveries/envio.ts';
import type { Cuenta } from '../domain/log/batch.ts';
import type { Ejecucion, Envio, EnvioShown } from '../storage/port/deliveries/envios.ts';
import type { Usuario } from '../storage/port/panel.ts';
import { ownerOf, type SecretBox } from '../webhooks/secret-box.ts';
import { type Destinations, deliver, openSecret } from './attempt.ts';
import { wordsOfError } from './destinos/destino.ts';
import { spool } from './file.ts';

export interface EnvioInput {
  nombre: string;
  que: Que;
  cuando: Cuando;
  destino: Destino;
  secreto: string | null;
}

interface Act {
  usuario: Usuario;
  cuenta: Cuenta;
}

/** `campo` points into the input. */
export type Problem = { outcome: 'invalid'; campo: string; message: string };
type CreateOutcome =
  | { outcome: 'created'; id: string }
  | { outcome: 'no_restaurant' | 'too_many' }
  | Problem;

/** Looks at a destination before it is stored: whether we may go there, and whose key it shows. */
export type Review = (destino: Destino) => Promise<Problem | null>;

interface Deps extends AdminDeps {
  secretBox: Pick<SecretBox, 'seal' | 'open'>;
  destinations: Destinations;
  review: Review;
  folder: string;
}

const PROBE = 'Prueba de Comanda: este destino recibe archivos.\r\n';

/** Scheduled deliveries, as people manage them. */
export const makeEnvios = (deps: Deps) => {
  const { store, clock, mintId, secretBox, destinations, review, folder } = deps;
  const { envios } = store;

  const note = (accion: string, id: string, { usuario, cuenta }: Act, detalle = {}) =>
    auditEntry(
      accion,
      { id, restauranteId: cuenta.id },
      { actor: usuario.email, momentoMs: clock.now(), detalle },
    );

  /** From the period under way on: what was before is not made up for. */
  const fromNow = (cuando: Cuando, { zonaHoraria: zone, corte }: Cuenta) => {
    const reloj = { zone, corte };
    const siguiente = inicioAt(cuando.cada, reloj, clock.now());
    const proximoMs = debidoMs(periodoFrom(cuando.cada, siguiente), cuando, reloj);
    return { siguiente, proximoMs };
  };

  const clean = (destino: Destino): Destino | null => {
    if (destino.clase !== 'correo') return destino;
    const para = normalizeEmail(destino.para);
    return para === null ? null : { ...destino, para };
  };

  const create = async (input: EnvioInput, act: Act): Promise<CreateOutcome> => {
    const { nombre, que, cuando, secreto } = input;
    const destino = clean(input.destino);
    const message = 'No es una dirección de correo.';
    if (destino === null) return { outcome: 'invalid', campo: '/destino/para', message };
    if (destino.clase !== 'correo' && !secreto) {
      return { outcome: 'invalid', campo: '/secreto', message: 'Falta la contraseña o la clave.' };
    }
    const problem = await review(destino);
    if (problem !== null) return problem;
    const nowMs = clock.now();
    const id = mintId('envio', nowMs);
    const owner = ownerOf(act.cuenta.id, id);
    const envio: Envio = {
      ...{
        id,
        restauranteId: act.cuenta.id,
        usuarioId: act.usuario.id,
        nombre,
        que,
        cuando,
        destino,
      },
      secreto:
        secreto && destino.clase !== 'correo' ? secretBox.seal(Buffer.from(secreto), owner) : null,
      ...{ activo: true, creadoMs: nowMs, ...fromNow(cuando, act.cuenta) },
    };
    const detalle = { nombre, destino: destino.clase };
    const outcome = await envios.create(envio, note('envio.creado', id, act, detalle));
    return outcome === 'created' ? { outcome, id } : { outcome };
  };

  const setActive = async (envio: Envio, activo: boolean, act: Act): Promise<boolean> => {
    const accion = activo ? 'envio.reanudado' : 'envio.pausado';
    const next = activo ? fromNow(envio.cuando, act.cuenta) : envio;
    const { siguiente, proximoMs } = next;
    const { restauranteId, id, nombre } = envio;
    return envios.update(
      { restauranteId, id, activo, siguiente, proximoMs },
      note(accion, id, act, { nombre }),
    );
  };

  /** Sends a small file now, in the way of the others. */
  const test = async (envio: Envio, act: Act): Promise<Llegada> => {
    const run = { id: mintId('ejecucion', clock.now()), dudas: 0, periodo: 'prueba', intentos: 1 };
    let llegada: Llegada;
    try {
      const pieces = (async function* () {
        yield Buffer.from(PROBE);
      })();
      await using file = await spool(pieces, folder);
      const content = {
        ...{ archivo: 'comanda-prueba.txt', tipo: 'text/plain; charset=utf-8', caja: null },
        ...{ tramo: { desde: 0, hasta: 0 }, restaurante: act.cuenta.nombre },
      };
      const secreto = openSecret(secretBox, envio);
      const begin = async () => true;
      const parcel = { envio, run, content, file, secreto, begin };
      llegada = await deliver(destinations, envio.destino, parcel);
    } catch (error) {
      llegada = { ok: false, fallo: 'interno', detalle: wordsOfError(error) };
    }
    const detalle = { nombre: envio.nombre, ok: llegada.ok };
    await store.auditoria.add(note('envio.probado', envio.id, act, detalle));
    return llegada;
  };

  /** The same period once more, as it is now. False: it is under way already. */
  const sendAgain = (envio: Envio, run: Ejecucion, act: Act): Promise<boolean> => {
    const creadaMs = clock.now();
    const { periodo, inicio, fin } = run;
    const again = { id: mintId('ejecucion', creadaMs), motivo: 'repetida' as const, creadaMs };
    const detalle = { nombre: envio.nombre, periodo };
    return envios.owe(
      ...([envio.restauranteId, envio.id, { ...again, periodo, inicio, fin }] as const),
      note('envio.repetido', envio.id, act, detalle),
    );
  };

  return {
    create,
    setActive,
    test,
    sendAgain,
    remove: ({ restauranteId, id, nombre }: Envio, act: Act) =>
      envios.remove(restauranteId, id, note('envio.eliminado', id, act, { nombre })),
    list: envios.list,
    find: (restauranteId: string, id: string): Promise<EnvioShown | null> =>
      envios.find(restauranteId, id),
    history: envios.history,
  };
};

export type Envios = ReturnType<typeof makeEnvios>;
