import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { REANUDACIONES } from '../../contract/recursos/evento.ts';
import type { StreamObserver } from '../../stream/hub.ts';
import { CLOSE_REASONS } from '../../stream/subscriber.ts';

export const makeStreamMetrics = (register: Registry): StreamObserver => {
  const registers = [register];
  const open = new Gauge({
    name: 'comanda_streams_open',
    help: 'Connections to /stream that are open.',
    registers,
  });
  const opened = new Counter({
    name: 'comanda_streams_opened_total',
    help: 'Connections to /stream, by how they were resumed.',
    labelNames: ['resumed'],
    registers,
  });
  const closed = new Counter({
    name: 'comanda_streams_closed_total',
    help: 'Connections to /stream that ended, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const events = new Counter({
    name: 'comanda_stream_events_total',
    help: 'Live events handed to connections, counted for each connection.',
    registers,
  });
  const lag = new Histogram({
    name: 'comanda_stream_lag_seconds',
    help: 'Time from the commit of an event until it was handed to the connections.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5],
    registers,
  });
  for (const resumed of REANUDACIONES) opened.inc({ resumed }, 0);
  for (const reason of CLOSE_REASONS) closed.inc({ reason }, 0);

  return {
    opened(resumed) {
      open.inc();
      opened.inc({ resumed });
    },
    closed(reason) {
      open.dec();
      closed.inc({ reason });
    },
    delivered(count, lagMs) {
      events.inc(count);
      // Clocks of two processes may differ: a negative time is none.
      lag.observe(Math.max(0, lagMs) / 1_000);
    },
  };
};
