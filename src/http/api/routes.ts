import type { Ruta } from '../../contract/rutas/ruta.ts';
import { OPERACIONES, RUTAS } from '../../contract/rutas/rutas.ts';
import type { CursorCodecs } from '../../domain/cursor.ts';
import type { Exports } from '../../export/exports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Store } from '../../storage/port/store.ts';
import type { Hub } from '../../stream/hub.ts';
import type { Webhooks } from '../../webhooks/webhooks.ts';
import type { Handlers, Route, Routes } from './handler.ts';
import { readCaja } from './recursos/caja.ts';
import { readCarta } from './recursos/carta.ts';
import { cierreHandlers } from './recursos/cierres.ts';
import { listEntregas } from './recursos/entregas.ts';
import { listEventos } from './recursos/eventos.ts';
import { exportTable } from './recursos/exportacion/exportacion.ts';
import { listPedidos, readHistorial, readPedido } from './recursos/pedidos.ts';
import { reenvioHandlers } from './recursos/reenvios.ts';
import { readRestaurante } from './recursos/restaurante.ts';
import { readResumen } from './recursos/resumen.ts';
import { readSalud } from './recursos/salud.ts';
import { listenToEvents } from './recursos/stream.ts';
import { webhookHandlers } from './recursos/webhooks.ts';
import { listZonas } from './recursos/zonas.ts';

interface RouteDeps {
  store: Store;
  clock: Clock;
  cursors: CursorCodecs;
  hub: Pick<Hub, 'prepare'>;
  exports: Pick<Exports, 'open'>;
  webhooks: Webhooks;
}

/** The whole public API. An operation without a handler does not compile. */
export const makeRoutes = (deps: RouteDeps): Routes => {
  const { store, clock, cursors, hub, exports, webhooks } = deps;
  const handlers: Handlers = {
    listarPedidos: listPedidos(store, cursors),
    leerPedido: readPedido(store),
    leerHistorial: readHistorial(store),
    leerCarta: readCarta(store, clock),
    listarZonas: listZonas(store),
    leerRestaurante: readRestaurante(store),
    leerResumen: readResumen(store, clock),
    leerCaja: readCaja(store),
    ...cierreHandlers(store),
    exportarTabla: exportTable(store, exports, clock),
    escucharEventos: listenToEvents(hub),
    listarEventos: listEventos(store),
    ...webhookHandlers(webhooks),
    leerSalud: readSalud(store, clock),
    listarEntregas: listEntregas(webhooks, cursors),
    ...reenvioHandlers(webhooks),
  };
  const routes = OPERACIONES.map((id) => {
    const ruta: Ruta = RUTAS[id];
    return [id, { ...ruta, handle: handlers[id] as Route['handle'] }];
  });
  return Object.fromEntries(routes);
};
