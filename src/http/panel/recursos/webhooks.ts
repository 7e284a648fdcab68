import type * as Panel from '../../../contract/panel.ts';
import { parseEventId } from '../../../domain/pedido/evento.ts';
import { HOUR_MS, isoTimestamp } from '../../../domain/time.ts';
import type { StoredEvent } from '../../../storage/port/log.ts';
import type { WebhookSalud } from '../../../storage/port/panel.ts';
import type { Store } from '../../../storage/port/store.ts';
import type { HoraWebhook } from '../../../storage/port/webhooks.ts';
import { okJson } from '../../answer/answer.ts';
import { webhookWire } from '../../api/recursos/webhooks.ts';
import type { PanelDeps } from '../deps.ts';
import { notFound } from '../errors.ts';
import { type PanelRoute, routesFor } from '../route.ts';

const saludView = (salud: WebhookSalud): Panel.SaludWebhook => ({
  id: salud.id,
  motivo: salud.motivo,
  pendientes: salud.pendientes,
  fallidas: salud.fallidas,
  por_empezar: salud.porEmpezar,
  fallos_seguidos: salud.fallosSeguidos,
  pausa_hasta: salud.pausedUntilMs === 0 ? null : isoTimestamp(salud.pausedUntilMs),
});

const horaView = (hora: HoraWebhook): Panel.HoraWebhook => {
  const { exitos, fallos, duracionMs, duracionMaxMs } = hora;
  return {
    inicio: isoTimestamp(hora.hora * HOUR_MS),
    exitos,
    fallos,
    duracion_media_ms: Math.round(duracionMs / Math.max(1, exitos + fallos)),
    duracion_max_ms: duracionMaxMs,
  };
};

/** How far back the figures of a webhook go. */
const HOURS_SHOWN = 7 * 24;

export const webhookRoutes = ({ webhooks, store, clock }: PanelDeps): PanelRoute[] => {
  const { get, post } = routesFor('restaurante', 'webhooks');
  // A delivery shows the whole order, its customer included.
  const ofCustomers = routesFor('restaurante', 'clientes');
  return [
    get('/salud/webhooks', null, async ({ cuenta }) => {
      const datos = (await store.consultas.webhooks(cuenta.id)).map(saludView);
      return okJson({ datos } satisfies Panel.Lista<Panel.SaludWebhook>);
    }),
    get('/salud/webhooks/{id}', null, async ({ cuenta, params: { id = '' } }) => {
      const from = Math.floor(clock.now() / HOUR_MS) - HOURS_SHOWN + 1;
      const horas = await store.webhooks.horas.list(cuenta.id, id, from);
      return okJson({ datos: horas.map(horaView) } satisfies Panel.Lista<Panel.HoraWebhook>);
    }),
    ofCustomers.get('/webhooks/{id}/entregas/{evento}', null, async ({ cuenta, params }) => {
      const { id = '', evento = '' } = params;
      const event = await readEvento(store, cuenta.id, evento);
      const headers = await webhooks.headersOf(cuenta.id, id, event);
      if (headers === null) throw notFound('No existe la entrega.');
      const cabeceras = headers.flatMap((name, i) =>
        i % 2 === 0 ? [{ nombre: name, valor: headers[i + 1] ?? '' }] : [],
      );
      const cuerpo = Buffer.from(event.body).toString();
      return okJson({ cabeceras, cuerpo } satisfies Panel.PeticionEntrega);
    }),
    post('/webhooks/{id}/desactivar', null, async (request) => {
      const { cuenta, principal, params } = request;
      const holder = { restauranteId: cuenta.id, actor: principal.actor };
      const webhook = await webhooks.deactivate(holder, params['id'] ?? '');
      if (webhook === null) throw notFound('No existe el webhook.');
      return okJson(webhookWire(webhook));
    }),
  ];
};

const readEvento = async (
  { log }: Pick<Store, 'log'>,
  restauranteId: string,
  id: string,
): Promise<StoredEvent> => {
  const position = parseEventId(id);
  const [event] =
    position === null ? [] : await log.events(restauranteId, position.secuencia - 1, 1);
  // The log gives the next event that it keeps, and an event of another restaurant may have the same number.
  if (event?.id !== id) throw notFound('No existe el evento, o ya no se conserva.');
  return event;
};
