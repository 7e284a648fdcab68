import { randomBytes } from 'node:crypto';
import { excerpt, Failure, makeCommand } from '@comanda/command-line';
import { Argument } from '@commander-js/extra-typings';
import type { Context } from '../command.ts';
import { DELIVERED_TYPES } from '../delivery/event-types.ts';
import { isSuccess, makeSender } from '../delivery/send.ts';
import { secret, secretOf } from '../delivery/signing.ts';
import { EXIT } from '../errors.ts';
import { readPackage } from '../package.ts';
import { httpUrl } from '../readers.ts';

const SUFFIX_BYTES = 8;

export const trigger = ({ io, env, clock }: Context) =>
  makeCommand('trigger', 'send one sample event to an address, signed as a webhook would', {
    notes: [
      'The order is invented: its id begins with ped_prueba_, the id of the event with evt_prueba_.',
      'You need neither the service nor a key. If COMANDA_KEY is set, the secret is the one that listen',
      'uses for that key.',
    ],
    examples: ['comanda trigger pedido.cancelado --forward-to localhost:3000/hook'],
  })
    .addArgument(
      new Argument('[TYPE]', 'the type of the event')
        .choices(DELIVERED_TYPES)
        .default('pedido.nuevo' as const),
    )
    .requiredOption('--forward-to <URL>', 'URL to POST it to', httpUrl)
    .option(
      '--secret <SECRET>',
      'sign with this secreto_firma (default: the secret of listen)',
      secret,
    )
    .option('--json', 'print the outcome as one line of JSON')
    .action(async (argument, options) => {
      const { sampleEvent } = await import('../delivery/sample.ts');
      const key = env['COMANDA_KEY']?.trim() || randomBytes(32).toString('hex');
      const secreto = options.secret ?? secretOf(key);
      const suffix = randomBytes(SUFFIX_BYTES).toString('hex');
      const evento = sampleEvent(argument, { nowMs: clock.now(), suffix });
      const to = options.forwardTo;
      const send = makeSender({ to, secreto, version: readPackage().version, clock });
      const body = Buffer.from(JSON.stringify(evento));
      const outcome = await send({ id: evento.id, tipo: evento.tipo, intento: 1, body });
      const { status, detail, durationMs } = outcome;
      if (options.json) {
        const sent = {
          id: evento.id,
          tipo: evento.tipo,
          entregada: isSuccess(outcome),
          estado_http: status,
          duracion_ms: durationMs,
          respuesta: detail,
          secreto_firma: secreto,
        };
        io.out(JSON.stringify(sent));
      } else if (options.secret === undefined) io.err(`Signed with the secret ${secreto}`);
      if (!isSuccess(outcome)) {
        const why = [status, excerpt(detail.trim())].filter(Boolean).join(' ');
        throw new Failure(`${to.href} did not accept ${evento.tipo}: ${why}`, {
          code: EXIT.target,
        });
      }
      if (!options.json) io.out(`${evento.tipo} ${evento.id}: ${status} in ${durationMs} ms`);
    });
