import { setupUrl } from '../../../admin/usuarios.ts';
import type { Usuario } from '../../../storage/port/panel.ts';
import { type Context, flag } from '../../command.ts';
import { isoInstant } from '../../terminal/text.ts';

export const LINK_JSON = flag(
  'print one line of JSON: id, email, restaurante_id, enlace, expira_en',
);

export interface SetupLink {
  usuario: Usuario;
  setupToken: string;
  setupExpiraMs: number;
}

/** The link alone goes to stdout, so that it can be passed on. */
export const showLink = (
  { io, config }: Context,
  { usuario, setupToken, setupExpiraMs }: SetupLink,
  json: boolean,
): void => {
  const enlace = setupUrl(config().publicUrl, setupToken);
  const expira_en = isoInstant(setupExpiraMs);
  if (json) {
    const { id, email, restauranteId: restaurante_id } = usuario;
    io.out(JSON.stringify({ id, email, restaurante_id, enlace, expira_en }));
  } else {
    io.err(`Send this link; it works once, until ${expira_en}:`);
    io.out(enlace);
  }
};
