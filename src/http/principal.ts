import type { Acceso } from '../admin/acceso.ts';
import { type Pantallas, screenName } from '../admin/pantallas.ts';
import type { Entered } from '../admin/sesiones.ts';
import { ALCANCES, type Alcance } from '../contract/alcances.ts';
import { MENSAJES } from '../contract/errores.ts';
import { mayRol, type Right } from '../contract/roles.ts';
import type { Reader, Standing } from '../storage/accounts/readers.ts';
import { refusalOf } from '../storage/accounts/revocations.ts';
import type { Llave, LlaveStore } from '../storage/port/accounts.ts';
import type { Pantalla } from '../storage/port/pantallas.ts';
import { ApiError } from './api/errors.ts';
import { sessionEnded } from './panel/errors.ts';
import { screenGone, screenPaused } from './panel/pantallas/errors.ts';

interface Known {
  /** The scopes of the public API that it may use. */
  alcances: readonly Alcance[];
  /** Counts its requests. */
  bucket: string;
  /** Counts its streams and exports, and tells when they have to end. */
  reader: Reader;
  /** Names it in the audit. */
  actor: string;
}

/** An integrator's key. */
export interface KeyPrincipal extends Known {
  kind: 'key';
  llave: Llave;
}

/** A person who is signed in to the panel. */
export interface SessionPrincipal extends Known, Entered {
  kind: 'session';
}

/** Whether somebody may do this in a restaurant; null: for them, there is no such restaurant. */
export const mayIn = (
  { operador, membresias }: Entered['usuario'],
  rid: string,
  right: Right,
): boolean | null => {
  if (operador) return true;
  const own = membresias.find(({ restauranteId }) => restauranteId === rid);
  return own === undefined || own.suspendidoMs !== null ? null : mayRol(own.rol, right);
};

/** A wall screen, which belongs to no person. */
export interface ScreenPrincipal extends Known {
  kind: 'screen';
  pantalla: Pantalla;
}

/** Who is asking, whichever door they came through. */
export type Principal = KeyPrincipal | SessionPrincipal | ScreenPrincipal;

interface Deps {
  llaves: Pick<LlaveStore, 'findByIds'>;
  acceso: Pick<Acceso, 'findOpen'>;
  pantallas: Pick<Pantallas, 'watch'>;
}

export const makePrincipals = ({ llaves, acceso, pantallas }: Deps) => {
  const keyStandings: Reader['standings'] = async (ids) => {
    const found = await llaves.findByIds(ids);
    return standingsOf(ids, (id) => (nowMs, alcance) => {
      const refusal = refusalOf(found.get(id), nowMs, alcance);
      return refusal && new ApiError(refusal, MENSAJES[refusal]);
    });
  };

  /** A session goes on while the restaurant is suspended, and ends for those who lose their right there. */
  const sessionStandings: Reader['standings'] = async (ids) => {
    const mayGoOn = await Promise.all(
      ids.map(async (id) => {
        const [hash, rid, right] = JSON.parse(id) as [string, string?, Right?];
        const open = await acceso.findOpen(hash);
        if (open === null || rid === undefined || right === undefined) return open !== null;
        return mayIn(open.usuario, rid, right) === true;
      }),
    );
    return standingsOf(ids, (_, i) => () => (mayGoOn[i] ? null : sessionEnded()));
  };

  const screenStandings: Reader['standings'] = async (ids) => {
    const found = await pantallas.watch(ids);
    return standingsOf(ids, (id) => () => {
      const screen = found.get(id);
      if (screen === undefined) return screenGone();
      return screen.activo ? null : screenPaused();
    });
  };

  return {
    ofKey(llave: Llave): KeyPrincipal {
      const { id, alcances } = llave;
      const reader = { budget: id, id, standings: keyStandings };
      return { kind: 'key', llave, alcances, bucket: `llave:${id}`, reader, actor: id };
    },
    /** With a right in a restaurant, a person may use every scope there: the route's right has been checked. */
    ofSession(
      { usuario, sesion }: Entered,
      ...used: [] | [rid: string, right: Right]
    ): SessionPrincipal {
      const bucket = `sesion:${sesion.hash}`;
      const id = JSON.stringify([sesion.hash, ...used]);
      const reader = { budget: `${bucket}:${used.join(':')}`, id, standings: sessionStandings };
      const whose = { kind: 'session', usuario, sesion } as const;
      return { ...whose, alcances: ALCANCES, bucket, reader, actor: usuario.email };
    },
    ofScreen(pantalla: Pantalla): ScreenPrincipal {
      const bucket = `pantalla:${pantalla.id}`;
      const reader = { budget: bucket, id: pantalla.id, standings: screenStandings };
      const alcances = ['stream.escuchar'] as const;
      return { kind: 'screen', pantalla, alcances, bucket, reader, actor: screenName(pantalla.id) };
    },
  };
};

export type Principals = ReturnType<typeof makePrincipals>;

const standingsOf = (ids: readonly string[], standingOf: (id: string, i: number) => Standing) =>
  new Map(ids.map((id, i) => [id, standingOf(id, i)]));
