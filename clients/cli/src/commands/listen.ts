import { listOption, makeCommand, withExitCode } from '@comanda/command-line';
import type { Context } from '../command.ts';
import { EVENT_FILTERS } from '../delivery/event-types.ts';
import { secret } from '../delivery/signing.ts';
import { since } from '../listen/start.ts';
import { httpUrl } from '../readers.ts';

export const listen = (context: Context) =>
  makeCommand(
    'listen',
    'show events as they happen, and send each to a local address as a webhook would',
    {
      notes: [
        'Deliveries have the same headers and bytes as those of a webhook. A failed delivery is retried until',
        'the receiver accepts it; the events of one order arrive in order. You need no webhook and no public',
        'address. Ctrl-C saves the position for this key and receiver, and the next run begins there.',
      ],
      examples: [
        'comanda listen',
        'comanda listen --forward-to 3000/hook --events pedido.nuevo,pedido.cancelado',
        "comanda listen --since 2h --json | jq -r '.datos.pedido.numero'",
      ],
    },
  )
    .option(
      '--forward-to <URL>',
      'POST each event to this URL, or port of this machine, signed',
      httpUrl,
    )
    .addOption(
      listOption(
        '--events <TYPES>',
        'only these types, separated by commas (default: all but imports)',
        EVENT_FILTERS,
      ),
    )
    .option(
      '--since <2h|evt_…>',
      'begin 2h ago, at a time, after an event, or "now" (default: where it stopped)',
      since,
    )
    .option(
      '--secret <SECRET>',
      'sign with this secreto_firma (default: a secret that it prints)',
      secret,
    )
    .option('--json', 'print each event as one line of JSON')
    .action(
      withExitCode(context, async (options) => {
        const { listen: run } = await import('../listen/listen.ts');
        const { forwardTo, events = ['*'], ...others } = options;
        return run({ forwardTo, events, ...others }, context);
      }),
    );
