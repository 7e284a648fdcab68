import type { Webhook } from '../../api/wire.ts';

/** Its name, or where it leads. */
export const webhookName = ({ nombre, url }: Pick<Webhook, 'nombre' | 'url'>): string =>
  nombre ?? new URL(url).host;
