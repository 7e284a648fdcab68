// The answers of the panel's own API about people, their roles and how they sign in.

import type { Rol } from '../roles.ts';

export type EstadoPersona = 'activa' | 'pendiente' | 'suspendida' | 'desactivada';

/** Somebody of a restaurant. */
export interface Persona {
  id: string;
  email: string;
  rol: Rol;
  /** `suspendida` by this restaurant, `desactivada` by an operator, everywhere. `pendiente`: has not chosen a password yet. */
  estado: EstadoPersona;
  /** Whether they have a second factor. */
  segundo_factor: boolean;
  desde: string;
  ultimo_acceso_en: string | null;
}

export interface Invitacion {
  id: string;
  email: string;
  rol: Rol;
  creada_en: string;
  expira_en: string;
}

export interface Personas {
  datos: Persona[];
  /** Oldest first, expired ones too. */
  invitaciones: Invitacion[];
  /** Whether the service sends mail. */
  correo: boolean;
}

/** `enlace` is null if it was sent by mail; otherwise this is the only answer that shows it. */
export type InvitacionHecha = { invitacion: Invitacion; enlace: string | null };

/** An invitation as its link shows it. `tiene_cuenta`: the e-mail has an account, which has to sign in. */
export interface InvitacionAbierta {
  email: string;
  restaurante: string;
  rol: Rol;
  expira_en: string;
  tiene_cuenta: boolean;
}

type MetodoFactor = 'passkey' | 'totp' | 'codigo';

/** Answer to the right password of somebody with a second factor: no session yet. `passkey`: WebAuthn's request options. */
export interface SegundoFactor {
  segundo_factor: { reto: string; metodos: MetodoFactor[]; passkey: unknown };
}

interface LlaveDeAcceso {
  id: string;
  nombre: string;
  dominio: string;
  creada_en: string;
  usada_en: string | null;
}

/** A user's own second factors. */
export interface Factores {
  passkeys: LlaveDeAcceso[];
  totp: boolean;
  /** Recovery codes that are left. */
  codigos: number;
}

/** `opciones`: WebAuthn's creation options. */
export type PasskeyOfrecida = { reto: string; opciones: unknown };
export type TotpOfrecido = { reto: string; secreto: string; uri: string };

/** `codigos`: new recovery codes, shown once; null where the user has some already. */
export type FactorCreado = { factores: Factores; codigos: string[] | null };
