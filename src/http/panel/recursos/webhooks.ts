import type * as Panel from '../../../contract/panel.ts';
import { isoTimestamp } from '../../../domain/time.ts';
import type { ConsultaStore, WebhookSalud } from '../../../storage/port/panel.ts';
import type { Webhooks } from '../../../webhooks/webhooks.ts';
import { webhookWire } from '../../api/recursos/webhooks.ts';
import { okJson } from '../../wire/answer.ts';
import { notFound } from '../errors.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const saludView = (salud: WebhookSalud): Panel.SaludWebhook => ({
  id: salud.id,
  motivo: salud.motivo,
  pendientes: salud.pendientes,
  fallidas: salud.fallidas,
  por_empezar: salud.porEmpezar,
  fallos_seguidos: salud.fallosSeguidos,
  pausa_hasta: salud.pausaHastaMs === 0 ? null : isoTimestamp(salud.pausaHastaMs),
});

export const webhookRoutes = (
  webhooks: Pick<Webhooks, 'deactivate'>,
  consultas: Pick<ConsultaStore, 'webhooks'>,
): PanelRoute[] => {
  const { get, post } = routesFor('restaurante');
  return [
    get('/restaurantes/{rid}/salud/webhooks', async ({ cuenta }) => {
      const datos = (await consultas.webhooks(cuenta.id)).map(saludView);
      return okJson({ datos } satisfies Panel.Lista<Panel.SaludWebhook>);
    }),
    post('/restaurantes/{rid}/webhooks/{id}/desactivar', null, async (request) => {
      const { cuenta, entered, params } = request;
      const holder = { restauranteId: cuenta.id, actor: entered.usuario.email };
      const webhook = await webhooks.deactivate(holder, params['id'] ?? '');
      if (webhook === null) throw notFound('No existe el webhook.');
      return okJson(webhookWire(webhook));
    }),
  ];
};
