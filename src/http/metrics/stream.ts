import { REANUDACIONES } from '../../contract/recursos/evento.ts';
import type { StreamObserver } from '../../stream/hub.ts';
import { CLOSE_REASONS } from '../../stream/subscriber.ts';
import { type Instruments, QUICK_SECONDS } from './instruments.ts';

export const makeStreamMetrics = ({ counter, gauge, histogram }: Instruments): StreamObserver => {
  const open = gauge('comanda_streams_open', 'Connections to /stream that are open.');
  const opened = counter(
    'comanda_streams_opened_total',
    'Connections to /stream, by how they were resumed.',
    ['resumed'],
    REANUDACIONES,
  );
  const closed = counter(
    'comanda_streams_closed_total',
    'Connections to /stream that ended, by reason.',
    ['reason'],
    CLOSE_REASONS,
  );
  const events = counter(
    'comanda_stream_events_total',
    'Live events handed to connections, counted for each connection.',
  );
  const lag = histogram(
    'comanda_stream_lag_seconds',
    'Time from the commit of an event until it was handed to the connections.',
    QUICK_SECONDS,
  );
  const write = histogram(
    'comanda_stream_write_seconds',
    'Time that it took to hand an event to all its connections.',
    QUICK_SECONDS,
  );

  return {
    opened(resumed) {
      open.inc();
      opened.inc({ resumed });
    },
    closed(reason) {
      open.dec();
      closed.inc({ reason });
    },
    delivered(count, lagMs, writeMs) {
      write.observe(writeMs / 1_000);
      events.inc(count);
      // The clocks of two processes may differ: a negative lag counts as none.
      lag.observe(Math.max(0, lagMs) / 1_000);
    },
  };
};
