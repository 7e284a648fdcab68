import type { Evento } from '@comanda/client';
import { excerpt, formatDuration, printable } from '@comanda/command-line';
import { isSuccess } from '../delivery/send.ts';
import type { Attempted } from './forwarder.ts';

const TYPE_CHARS = 22;
const NUMBER_CHARS = 14;
const STATE_CHARS = 14;
const MS_PER_SECOND = 1_000;

/** One line for people. */
export const eventLine = ({ id, tipo, creado_en, datos: { pedido } }: Evento): string => {
  const { numero, estado, totales } = pedido;
  const amount = `${(totales.total_cents / 100).toFixed(2)} ${totales.moneda}`;
  const columns = [
    localTime(creado_en),
    tipo.padEnd(TYPE_CHARS),
    excerpt(numero).padEnd(NUMBER_CHARS),
    estado.padEnd(STATE_CHARS),
    amount.padStart(12),
    ` ${id}`,
  ];
  return printable(columns.join(' '));
};

/** `HH:MM:SS` */
const localTime = (iso: string): string => new Date(iso).toTimeString().slice(0, 8);

/** How an attempt ended. */
export const attemptLine = ({ evento, intento, outcome, retryMs }: Attempted): string => {
  const { status, detail, durationMs } = outcome;
  const what = printable(`${evento.tipo} ${evento.id}`);
  const times = intento === 1 ? '' : `, attempt ${intento}`;
  if (isSuccess(outcome)) return `         → ${status} ${what} in ${durationMs} ms${times}`;
  const why =
    status === null ? detail : [String(status), firstLine(detail)].filter(Boolean).join(' ');
  const delay = formatDuration(Math.ceil((retryMs ?? 0) / MS_PER_SECOND) * MS_PER_SECOND);
  return `         ✗ ${excerpt(why)}: ${what}${times}; retrying in ${delay}`;
};

const firstLine = (text: string): string => text.trim().split('\n', 1).join('');
