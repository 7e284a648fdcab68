import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import SftpClient from 'ssh2-sftp-client';
import type { FalloEnvio } from '../../contract/envios.ts';
import type { Llegada } from '../../domain/deliveries/envio.ts';
import { withTimeout } from '../../platform/async/timeout.ts';
import type { AddressGuard } from '../../webhooks/address-guard.ts';
import { type Destination, wordsOfError } from './destino.ts';

const CONNECT_MS_MAX = 15_000;
const UPLOAD_MS_MAX = 10 * 60_000;

const nothing = (): void => undefined;
/** Else the library writes these events to the console. */
const SILENT = { error: nothing, end: nothing, close: nothing };

interface Server {
  host: string;
  puerto: number;
}

type Failed = { ok: false; fallo: FalloEnvio; detalle: string };
/** Reads the key that a server shows, without signing in. */
export type SftpKeyReader = (server: Server) => Promise<{ ok: true; huella: string } | Failed>;

class SftpTimeout extends Error {
  override name = 'SftpTimeout';
}

/** As `ssh-keygen -l` writes it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest().toBase64({ omitPadding: true })}`;

const PEM_LINE = /.{1,70}/g;

/** A private key as its format wants it: a field of one line has lost the ends of lines. Null: a password. */
const privateKeyIn = (secreto: string): string | null => {
  const [before, begin = '', body = '', end = '', after] = secreto.trim().split('-----');
  if (before !== '' || after !== '' || !begin.startsWith('BEGIN ')) return null;
  const lines = body.replaceAll(/\s/g, '').match(PEM_LINE) ?? [];
  return [`-----${begin}-----`, ...lines, `-----${end}-----`, ''].join('\n');
};

/** People paste either into the same field. */
const credentialsOf = (secreto: string) => {
  const privateKey = privateKeyIn(secreto);
  return privateKey === null ? { password: secreto } : { privateKey };
};

export const makeSftp = ({ guard }: { guard: Pick<AddressGuard, 'resolve' | 'permits'> }) => {
  /** Every connection asks again: a name may lead elsewhere tomorrow. */
  const addressOf = async (host: string): Promise<string | Failed> => {
    const found = await guard.resolve(host, true);
    if (found === 'forbidden') return { ok: false, fallo: 'direccion_prohibida', detalle: host };
    if (!found.ok) return { ok: false, fallo: 'dns', detalle: host };
    return found.addresses[0] ?? { ok: false, fallo: 'dns', detalle: host };
  };

  /** `shown` gets the fingerprint of the server's key, and says whether to go on. */
  const connect = async (
    address: string,
    puerto: number,
    login: object,
    shown: (huella: string) => boolean,
  ): Promise<SftpClient> => {
    const client = new SftpClient('comanda', SILENT);
    await client.connect({
      ...{ host: address, port: puerto, readyTimeout: CONNECT_MS_MAX, ...login },
      hostVerifier: (key: Buffer) => shown(fingerprintOf(key)),
    });
    return client;
  };

  const upload = async (
    client: SftpClient,
    { temporary, final }: { temporary: string; final: string },
    stream: NodeJS.ReadableStream,
  ): Promise<void> => {
    await client.put(stream, temporary);
    try {
      await client.posixRename(temporary, final);
    } catch {
      // A server without OpenSSH's extension renames onto nothing that exists.
      await client.delete(final, true);
      await client.rename(temporary, final);
    }
  };

  const send: Destination<'sftp'> = async (destino, { content, run, file, secreto }) => {
    const { host, puerto, usuario, carpeta, huella } = destino;
    const address = await addressOf(host);
    if (typeof address !== 'string') return address;
    let shown = '';
    let client: SftpClient | null = null;
    const login = { username: usuario, ...credentialsOf(secreto ?? '') };
    try {
      client = await connect(address, puerto, login, (key) => {
        shown = key;
        return key === huella;
      });
      const final = posix.join(carpeta, content.archivo);
      // Of this attempt alone: one that hung on in another process writes into another file.
      const temporary = posix.join(carpeta, `.${content.archivo}.${run.id}-${run.intentos}`);
      const uploading = upload(client, { temporary, final }, file.stream());
      await withTimeout(uploading, UPLOAD_MS_MAX, () => new SftpTimeout('no answer in time'));
      return { ok: true };
    } catch (error) {
      return explain(error, shown !== '' && shown !== huella ? shown : null, secreto);
    } finally {
      await client?.end().catch(() => undefined);
    }
  };

  const readKey: SftpKeyReader = async ({ host, puerto }) => {
    const address = await addressOf(host);
    if (typeof address !== 'string') return address;
    let huella: string | null = null;
    try {
      const client = await connect(address, puerto, { username: 'comanda' }, (key) => {
        huella = key;
        return false;
      });
      await client.end();
    } catch (error) {
      if (huella !== null) return { ok: true, huella };
      return { ok: false, fallo: 'conexion', detalle: wordsOfError(error) };
    }
    return { ok: false, fallo: 'conexion', detalle: host };
  };

  return { send, readKey };
};

const explain = (error: unknown, otherKey: string | null, secreto: string | null): Llegada => {
  if (otherKey !== null) return { ok: false, fallo: 'clave_servidor', detalle: otherKey };
  const { code, level } = error as { code?: string | number; level?: string };
  const detalle = wordsOfError(error, secreto);
  if (error instanceof SftpTimeout) return { ok: false, fallo: 'plazo', detalle };
  if (level === 'client-authentication' || /authentication/i.test(detalle)) {
    return { ok: false, fallo: 'acceso', detalle };
  }
  const isNetwork = typeof code === 'string' && /^(?:E[A-Z]+|ERR_NOT_CONNECTED)$/.test(code);
  return { ok: false, fallo: isNetwork ? 'conexion' : 'rechazado', detalle };
};
