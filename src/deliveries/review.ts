import type { Destino } from '../domain/deliveries/envio.ts';
import type { AddressGuard } from '../webhooks/address-guard.ts';
import type { SftpKeyReader } from './destinos/sftp.ts';
import type { Problem, Review } from './envios.ts';

const problem = (campo: string, message: string): Problem => ({
  outcome: 'invalid',
  campo,
  message,
});

type OfSftp = Extract<Destino, { clase: 'sftp' }>;

/** A person waits for the answer, which says what to type. */
export const makeReview = ({
  guard,
  hasMail,
  readKey,
}: {
  guard: Pick<AddressGuard, 'review'>;
  hasMail: boolean;
  readKey: SftpKeyReader;
}): Review => {
  const reviewSftp = async ({ host, puerto, huella }: OfSftp): Promise<Problem | null> => {
    const shown = await readKey({ host, puerto });
    if (shown.ok) {
      if (shown.huella === huella) return null;
      const message =
        huella === ''
          ? `El servidor muestra la clave ${shown.huella}. Si es la suya, escríbela aquí.`
          : `El servidor muestra otra clave: ${shown.huella}. No envíes nada hasta saber por qué.`;
      return problem('/destino/huella', message);
    }
    if (shown.fallo === 'direccion_prohibida') {
      return problem('/destino/host', `«${host}» es una dirección privada o reservada.`);
    }
    // With its key, a server may be down today.
    if (huella !== '') return null;
    return problem(
      '/destino/host',
      `El servidor no responde, así que no se sabe su clave: ${shown.detalle}`,
    );
  };

  return async (destino) => {
    if (destino.clase === 'correo') {
      return hasMail
        ? null
        : problem('/destino/clase', 'El servicio no envía correo: falta SMTP_URL.');
    }
    if (destino.clase === 'sftp') return reviewSftp(destino);
    const found = await guard.review(destino.url);
    return found === null
      ? null
      : problem('/destino/url', `No vale: ${found.problem}. Se admite: ${found.expected}.`);
  };
};
