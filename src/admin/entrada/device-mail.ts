import { deviceName } from '../../domain/device-name.ts';
import { isoTimestamp } from '../../domain/time.ts';
import type { Mail } from '../../mail/mail.ts';
import type { Sesion, UsuarioDetalle } from '../../storage/port/panel.ts';
import type { Store } from '../../storage/port/store.ts';

interface Deps {
  store: Pick<Store, 'health'>;
  publicUrl: string;
  mail: Pick<Mail, 'isOn' | 'send'>;
}

const WORDS = {
  es: {
    title: 'Entrada con un equipo nuevo',
    said: (device: string, red: string, when: string) =>
      `Alguien ha entrado en tu cuenta con ${device}, desde la red ${red}, el ${when}.`,
    advice:
      'Si has sido tú, no hagas nada. Si no, cambia la contraseña: eso cierra todas las demás sesiones.',
    link: 'Ver mis sesiones',
  },
  en: {
    title: 'Sign-in with a new device',
    said: (device: string, red: string, when: string) =>
      `Somebody signed in to your account with ${device}, from the network ${red}, at ${when}.`,
    advice: 'If it was you, do nothing. If not, change the password: that ends all other sessions.',
    link: 'See my sessions',
  },
};

/** Tells a user by mail that a session began in a browser that could not prove an earlier sign-in. */
export const makeTellOfDevice =
  ({ store, publicUrl, mail }: Deps) =>
  async ({ id, email, ultimoAccesoMs }: UsuarioDetalle, sesion: Sesion): Promise<void> => {
    // The first sign-in of all is on a new device, as everybody knows who does it.
    if (!mail.isOn || ultimoAccesoMs === null) return;
    const { idioma: lang } = await store.health.preferences(id);
    const { title, said, advice, link } = WORDS[lang];
    const text = said(deviceName(sesion.agente), sesion.red, isoTimestamp(sesion.creadaMs));
    const body = {
      lang,
      title,
      paragraphs: [text, advice],
      link: { text: link, href: `${publicUrl}/panel/cuenta` },
      footer: [],
    };
    await mail.send({ to: email, subject: title, body });
  };
