import type { Evento } from '../../recursos/evento.ts';

/** What the beginning of a connection looks like on the wire. */
export const streamExample = ({ id, tipo, ...event }: Evento): string =>
  [
    'retry: 2417',
    'event: conexion.ping',
    'id: evt_0000002tge9w3x5yhmnmfmx0yk',
    'data: {"tipo":"conexion.ping","momento":"2026-11-14T20:40:58.004Z","reanudacion":"continuada","desde":"evt_0000002tge9w3x5yhmnmfmx0yk","hasta":"evt_0000002tge9w3x5yhmnmfmx0yk"}',
    '',
    `event: ${tipo}`,
    `id: ${id}`,
    `data: ${JSON.stringify({ id, tipo, ...event })}`,
    '\n',
  ].join('\n');
