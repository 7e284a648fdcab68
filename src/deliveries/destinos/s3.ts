import { AwsV4Signer } from 'aws4fetch';
import type { Llegada } from '../../domain/deliveries/envio.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectionPool } from '../../webhooks/connection-pool.ts';
import { readTarget } from '../../webhooks/target.ts';
import { type Destination, wordsOfError } from './destino.ts';

const UPLOAD_MS_MAX = 10 * 60_000;
const ANSWER_CHARS_MAX = 2_000;
/** `<Code>AccessDenied</Code>` in the answer of a bucket. */
const CODE = /<Code>([\w.-]{1,80})<\/Code>/;

interface S3Deps {
  pool: Pick<ConnectionPool, 'take'>;
  clock: Pick<Clock, 'now'>;
}

const refused = (status: number, text: string): Llegada => ({
  ok: false,
  fallo: status === 401 || status === 403 ? 'acceso' : 'rechazado',
  detalle: `${status} ${CODE.exec(text)?.[1] ?? ''}`.trim(),
});

const failed = (error: unknown, secreto: string): Llegada => {
  const { fallo, cause } = error as {
    fallo?: 'dns' | 'dns_propio' | 'direccion_prohibida';
    cause?: { fallo?: 'dns' };
  };
  const known = fallo ?? cause?.fallo;
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return {
    ok: false,
    fallo:
      known === undefined
        ? isLate
          ? 'plazo'
          : 'conexion'
        : known === 'dns_propio'
          ? 'dns'
          : known,
    detalle: wordsOfError(error, secreto),
  };
};

/** One PUT with the hash of the file: a bucket shows an object only when it is whole, under its final name. */
export const makeS3 =
  ({ pool, clock }: S3Deps): Destination<'s3'> =>
  async ({ url, region, cubo, prefijo, clave }, { content, file, secreto }) => {
    const target = readTarget(url);
    if ('problem' in target) return { ok: false, fallo: 'direccion_prohibida', detalle: url };
    const { origin, isSecure } = target;
    const signer = new AwsV4Signer({
      ...{ method: 'PUT', service: 's3', region, accessKeyId: clave },
      url: `${url.endsWith('/') ? url.slice(0, -1) : url}/${cubo}/${prefijo}${content.archivo}`,
      secretAccessKey: secreto ?? '',
      headers: { 'x-amz-content-sha256': file.sha256 },
      datetime: new Date(clock.now()).toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    });
    const signed = await signer.sign();
    const connection = pool.take(origin, isSecure);
    try {
      const { statusCode, body } = await connection.client.request({
        ...{ method: 'PUT', path: signed.url.pathname, body: file.stream() },
        headers: {
          ...Object.fromEntries(signed.headers),
          'content-length': String(file.bytes),
          'content-type': content.tipo,
        },
        signal: AbortSignal.timeout(UPLOAD_MS_MAX),
      });
      const text = (await body.text()).slice(0, ANSWER_CHARS_MAX);
      return statusCode >= 200 && statusCode < 300 ? { ok: true } : refused(statusCode, text);
    } catch (error) {
      return failed(error, secreto ?? '');
    } finally {
      connection.giveBack(false);
    }
  };
