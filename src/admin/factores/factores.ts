import { generateSecret, generateURI } from 'otplib';
import { HOUR_MS, MINUTE_MS } from '../../domain/time.ts';
import type { Reto } from '../../storage/port/panel/factores.ts';
import type { UsuarioDetalle } from '../../storage/port/panel.ts';
import type { Store } from '../../storage/port/store.ts';
import { auditEntry, personIn } from '../audit.ts';
import type { AdminDeps } from '../deps.ts';
import { isPanelToken, mintPanelToken, sha256Hex } from '../secrets.ts';
import { mintRecoveryCodes, recoveryHash, totpStep } from './codes.ts';
import {
  type Asked,
  askForPasskey,
  checkPasskey,
  domainOf,
  offerPasskey,
  readPasskey,
} from './passkeys.ts';

const RETO_MS = 5 * MINUTE_MS;
/** Of one user, whoever tries: a code of six digits would be guessed after centuries. */
const TRIES = { limit: 10, windowMs: HOUR_MS };
const TOTP_CODE = /^\d{6}$/;

type Metodo = 'passkey' | 'totp' | 'codigo';

/** An answer to the question of a second factor: a code, or what the browser says of a passkey. */
export type Respuesta = { codigo: string } | { passkey: unknown };

export interface SecretBox {
  seal(secret: Uint8Array, owner: string): Uint8Array;
  open(sealed: Uint8Array, owner: string): Uint8Array;
}

interface FactoresDeps extends Pick<AdminDeps, 'clock' | 'randomBytes'> {
  store: Pick<Store, 'factores' | 'intentos' | 'usuarios'>;
  secretBox: SecretBox;
}

type Entrada = { clave: string; asked: Asked | null };

/** Second factors: passkeys, the codes of an app, and recovery codes. */
export const makeFactores = ({ store, clock, randomBytes, secretBox }: FactoresDeps) => {
  const { factores, intentos, usuarios } = store;

  const note = (usuario: UsuarioDetalle, accion: string, actor = usuario.email, detalle = {}) =>
    auditEntry(accion, personIn(usuario), { actor, momentoMs: clock.now(), detalle });

  const ask = async (usuarioId: string, clase: Reto['clase'], datos: unknown): Promise<string> => {
    const token = mintPanelToken(randomBytes);
    const expiraMs = clock.now() + RETO_MS;
    const reto = {
      hash: sha256Hex(token),
      usuarioId,
      clase,
      datos: JSON.stringify(datos),
      expiraMs,
    };
    await factores.ask(reto, clock.now());
    return token;
  };

  const findReto = async (token: string, clase: Reto['clase']): Promise<Reto | null> => {
    const found = isPanelToken(token)
      ? await factores.findReto(sha256Hex(token), clock.now())
      : null;
    return found?.clase === clase ? found : null;
  };

  /** The first factor brings recovery codes along. */
  const firstCodes = async (usuarioId: string) => {
    const { totp, passkeys } = await factores.of(usuarioId);
    return totp === null && passkeys.length === 0 ? mintRecoveryCodes(randomBytes) : null;
  };

  const openTotp = (usuarioId: string, sealed: Uint8Array): string =>
    Buffer.from(secretBox.open(sealed, usuarioId)).toString();

  const answers = async (usuario: UsuarioDetalle, given: Respuesta, asked: Asked | null) => {
    const { id } = usuario;
    const { totp, passkeys } = await factores.of(id);
    if ('passkey' in given) {
      const used = asked && (await checkPasskey(given.passkey, asked, passkeys));
      if (!used) return false;
      await factores.usePasskey(used.id, used.contador, clock.now());
      return true;
    }
    const code = given.codigo.replaceAll(/\s/g, '');
    if (!TOTP_CODE.test(code)) {
      const entry = note(usuario, 'factor.codigo_usado');
      return factores.useCode(id, recoveryHash(code), entry);
    }
    const step = totp && (await totpStep(openTotp(id, totp), code, clock.now()));
    return step !== null && factores.useTotp(id, step);
  };

  return {
    /** The question for somebody whose password was right; null for those without a second factor. */
    async begin(usuario: UsuarioDetalle, clave: string, origin: string | null) {
      const { totp, passkeys, codigos } = await factores.of(usuario.id);
      if (totp === null && passkeys.length === 0) return null;
      const dominio = domainOf(origin);
      const here = passkeys.filter((each) => each.dominio === dominio);
      const passkey =
        dominio === null || here.length === 0 ? null : await askForPasskey(dominio, here);
      const asked: Asked | null =
        passkey === null || dominio === null || origin === null
          ? null
          : { challenge: passkey.challenge, origin, dominio };
      const metodos: Metodo[] = [
        ...(passkey === null ? [] : (['passkey'] as const)),
        ...(totp === null ? [] : (['totp'] as const)),
        ...(codigos === 0 ? [] : (['codigo'] as const)),
      ];
      const reto = await ask(usuario.id, 'entrada', { clave, asked } satisfies Entrada);
      return { reto, metodos, passkey };
    },

    /** The user, and the hash of the password with which they began; null for a wrong or late answer. */
    async finish(token: string, given: Respuesta) {
      const reto = await findReto(token, 'entrada');
      const usuario = reto && (await usuarios.get(reto.usuarioId));
      if (reto === null || usuario === null) return { outcome: 'expired' as const };
      const bucket = `factor:${usuario.id}`;
      const { waitMs } = await intentos.take([{ clave: bucket, ...TRIES }], clock.now());
      if (waitMs > 0) return { outcome: 'throttled' as const, waitMs };
      const { clave, asked } = JSON.parse(reto.datos) as Entrada;
      if (!(await answers(usuario, given, asked))) return { outcome: 'wrong' as const };
      if (!(await factores.takeReto(reto.hash))) return { outcome: 'expired' as const };
      await intentos.clear([bucket]);
      return { outcome: 'passed' as const, usuario, clave };
    },

    of: (usuarioId: string) => factores.of(usuarioId),

    async offerPasskey({ id, email }: UsuarioDetalle, origin: string | null) {
      const dominio = domainOf(origin);
      if (dominio === null || origin === null) return null;
      const { passkeys } = await factores.of(id);
      const here = passkeys.filter((each) => each.dominio === dominio);
      const opciones = await offerPasskey(dominio, email, here);
      const { challenge } = opciones;
      const asked: Asked = { challenge, origin, dominio };
      return { reto: await ask(id, 'passkey', asked), opciones };
    },

    /** `codes` are shown once: null if the user has some already. */
    async addPasskey(usuario: UsuarioDetalle, token: string, nombre: string, response: unknown) {
      const { id: usuarioId } = usuario;
      const reto = await findReto(token, 'passkey');
      if (reto?.usuarioId !== usuarioId) return { outcome: 'expired' as const };
      const made = await readPasskey(response, JSON.parse(reto.datos) as Asked);
      if (made === null) return { outcome: 'wrong' as const };
      if (!(await factores.takeReto(reto.hash))) return { outcome: 'expired' as const };
      const passkey = { ...made, usuarioId, nombre, creadaMs: clock.now(), usadaMs: null };
      const minted = await firstCodes(usuarioId);
      const entry = note(usuario, 'factor.passkey_creada', usuario.email, { nombre });
      const outcome = await factores.addPasskey(passkey, minted?.hashes ?? null, entry);
      return { outcome, codes: minted?.codes ?? null };
    },

    async offerTotp({ id, email }: UsuarioDetalle) {
      const secret = generateSecret();
      const sealed = Buffer.from(secretBox.seal(Buffer.from(secret), id)).toString('base64');
      const reto = await ask(id, 'totp', { sealed });
      return { reto, secret, uri: generateURI({ issuer: 'Comanda', label: email, secret }) };
    },

    async addTotp(usuario: UsuarioDetalle, token: string, code: string) {
      const { id } = usuario;
      const reto = await findReto(token, 'totp');
      if (reto?.usuarioId !== id) return { outcome: 'expired' as const };
      const sealed = Buffer.from((JSON.parse(reto.datos) as { sealed: string }).sealed, 'base64');
      const plain = code.replaceAll(/\s/g, '');
      const isCode = TOTP_CODE.test(plain);
      if (!isCode || (await totpStep(openTotp(id, sealed), plain, clock.now())) === null) {
        return { outcome: 'wrong' as const };
      }
      if (!(await factores.takeReto(reto.hash))) return { outcome: 'expired' as const };
      const minted = await firstCodes(id);
      const entry = note(usuario, 'factor.totp_creado');
      await factores.setTotp(id, sealed, minted?.hashes ?? null, entry);
      return { outcome: 'added' as const, codes: minted?.codes ?? null };
    },

    async renewCodes(usuario: UsuarioDetalle): Promise<string[]> {
      const { codes, hashes } = mintRecoveryCodes(randomBytes);
      await factores.setCodes(usuario.id, hashes, note(usuario, 'factor.codigos_renovados'));
      return codes;
    },

    removePasskey: (usuario: UsuarioDetalle, id: string) =>
      factores.removePasskey(usuario.id, id, note(usuario, 'factor.passkey_quitada')),
    removeTotp: (usuario: UsuarioDetalle) =>
      factores.removeTotp(usuario.id, note(usuario, 'factor.totp_quitado')),
    /** For somebody who lost them all. */
    clear: (usuario: UsuarioDetalle, actor: string) =>
      factores.clear(usuario.id, note(usuario, 'factor.quitados', actor)),
  };
};

export type FactoresService = ReturnType<typeof makeFactores>;
