import {
  type ConnectionLimits,
  type ConnectionObserver,
  CUT_REASONS,
} from '../server/connections.ts';
import type { Instruments } from './instruments.ts';

interface ConnectionMetrics extends ConnectionObserver {
  bound(limits: ConnectionLimits): ConnectionLimits;
}

export const makeConnectionMetrics = ({ counter, gauge }: Instruments): ConnectionMetrics => {
  const open = gauge('comanda_connections_open', 'Connections to the public port that are open.');
  const max = gauge('comanda_connections_max', 'Connections that the public port may have open.');
  const cut = counter(
    'comanda_connections_cut_total',
    'Connections that were refused (total, address) or cut off (stalled), by reason.',
    ['reason'],
    CUT_REASONS,
  );
  return {
    bound(limits) {
      max.set(limits.total);
      return limits;
    },
    opened: () => open.inc(),
    closed: () => open.dec(),
    cut: (reason) => cut.inc({ reason }),
  };
};
