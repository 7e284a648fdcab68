import { type ConnectionObserver, CUT_REASONS } from '../server/connections.ts';
import type { Instruments } from './instruments.ts';

export const makeConnectionMetrics = ({ counter, gauge }: Instruments): ConnectionObserver => {
  const open = gauge('comanda_connections_open', 'Connections to the public port that are open.');
  const cut = counter(
    'comanda_connections_cut_total',
    'Connections that were refused (total, address) or cut off (stalled), by reason.',
    ['reason'],
    CUT_REASONS,
  );
  return {
    opened: () => open.inc(),
    closed: () => open.dec(),
    cut: (reason) => cut.inc({ reason }),
  };
};
