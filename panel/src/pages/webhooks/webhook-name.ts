import type { Webhook } from '../../api/wire.ts';

/** The webhook's name, or the host that it sends to. */
export const webhookName = ({ nombre, url }: Pick<Webhook, 'nombre' | 'url'>): string =>
  nombre ?? new URL(url).host;
