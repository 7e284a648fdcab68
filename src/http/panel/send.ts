import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeSend as makeSendAnswer, pathOfRoute } from '../answer/send.ts';
import type { PanelDeps } from './deps.ts';
import { PanelError } from './errors.ts';
import type { PanelAnswer } from './route.ts';

export const makeLogRequest =
  ({ clock, metrics, log }: Pick<PanelDeps, 'clock' | 'metrics' | 'log'>) =>
  (request: FastifyRequest, { statusCode: status }: FastifyReply): void => {
    const { id: requestId, method, panel } = request;
    // The listener refused it before the checks began.
    if (panel === undefined) return;
    const route = pathOfRoute(request);
    metrics.panelAnswered(route, status);
    const durationMs = Math.round(clock.monotonic() - panel.startedMs);
    const { principal } = panel;
    const usuarioId = principal?.kind === 'session' ? principal.usuario.id : null;
    log.info({ requestId, method, route, usuarioId, status, durationMs }, 'panel request');
  };

/** Sends the answer of a handler, with the cookies that it may set. */
export const makeSend = (deps: PanelDeps) => {
  const send = makeSendAnswer({
    ...deps,
    onLong: makeLogRequest(deps),
    notAlone: () => new PanelError('parametro_invalido', 'La conexión en directo va sola.'),
  });
  return (request: FastifyRequest, reply: FastifyReply, answer: PanelAnswer) => {
    for (const { name, value, options } of answer.cookies ?? []) {
      reply.setCookie(name, value, options);
    }
    return send(request, reply, answer);
  };
};
