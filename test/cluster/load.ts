import assert from 'node:assert/strict';
import { ESTADOS, type Estado } from '../../src/contract/recursos/pedido.ts';
import { comando, samplePedido } from '../support/samples.ts';
import { readAnswers, toBody, WITH_KEY } from '../support/service.ts';
import type { Balancer, Reply } from './balancer.ts';

/** What was answered with ok, by the id of its event: what must be there for ever. */
export interface Acknowledged {
  pedidoId: string;
  estado: Estado;
}

export interface Load {
  acknowledged: Map<string, Acknowledged>;
  /** Answers that were neither an ok nor a page: what came instead. */
  refused: string[];
  /** Requests that a process had taken and that died. */
  broken: string[];
  reads: () => number;
  /** Begins nothing more; resolves when all that is under way has ended. */
  end(): Promise<void>;
}

export interface LoadOptions {
  restauranteId: string;
  commands: Balancer;
  api: Balancer;
  /** Many, because each may ask 60 times a minute only. */
  tokens: readonly string[];
  producers: number;
  readers: number;
}

/** Pauses between two requests: readers must stay below what their keys allow. */
const PRODUCER_PAUSE_MS = 30;
const READER_PAUSE_MS = 60;

const STEPS: readonly Estado[] = ESTADOS.slice(1, 4);

/** Orders that live through some states, each command a request; and people who look at them. */
export const startLoad = (options: LoadOptions): Load => {
  const { restauranteId, commands, api, tokens, producers, readers } = options;
  const acknowledged: Load['acknowledged'] = new Map();
  const [refused, broken]: [string[], string[]] = [[], []];
  let [isOver, reads, asked] = [false, 0, 0];

  const attempt = async (work: () => Promise<Reply>): Promise<Reply | null> => {
    try {
      return await work();
    } catch (error) {
      broken.push(String(error));
      return null;
    }
  };

  /** Sent until it is answered with ok: what is unknown is settled by its key. */
  const carryOut = async (line: object, estado: Estado): Promise<void> => {
    for (;;) {
      const reply = await attempt(() =>
        commands('/commands', { method: 'POST', headers: WITH_KEY, body: toBody([line]) }),
      );
      const [answer] = reply?.status === 200 ? readAnswers(reply.text) : [];
      if (answer?.ok) {
        assert.ok(answer.evento_id && answer.pedido_id);
        acknowledged.set(answer.evento_id, { pedidoId: answer.pedido_id, estado });
        return;
      }
      if (reply !== null) refused.push(`${reply.status} ${answer?.codigo ?? reply.text}`);
      await pause();
    }
  };

  const pause = (ms = PRODUCER_PAUSE_MS) => new Promise((done) => setTimeout(done, ms));

  const produce = async (name: number): Promise<void> => {
    for (let n = 0; !isOver; n += 1) {
      const id = `ped_c${name}_${String(n).padStart(5, '0')}`;
      const extra = (estado: Estado) => ({
        restaurante_id: restauranteId,
        clave: `${id} ${estado}`,
      });
      await carryOut(comando.crear(samplePedido({ id }), extra('pendiente')), 'pendiente');
      for (const estado of STEPS) {
        if (isOver) break;
        await pause();
        await carryOut(comando.avanzar(id, estado, extra(estado)), estado);
      }
    }
  };

  const read = async (name: number): Promise<void> => {
    while (!isOver) {
      asked += 1;
      const token = tokens[asked % tokens.length] ?? '';
      const path = asked % 3 === 0 ? '/api/resumen' : `/api/pedidos?limite=${1 + (name % 5)}`;
      const reply = await attempt(() =>
        api(path, { headers: { authorization: `Bearer ${token}` } }),
      );
      if (reply?.status === 200) reads += 1;
      else if (reply !== null)
        refused.push(`${reply.status} ${reply.headers['retry-after']} ${reply.text}`);
      await pause(READER_PAUSE_MS);
    }
  };

  const running = [
    ...Array.from({ length: producers }, (_, i) => produce(i)),
    ...Array.from({ length: readers }, (_, i) => read(i)),
  ];
  return {
    ...{ acknowledged, refused, broken, reads: () => reads },
    async end() {
      isOver = true;
      await Promise.all(running);
    },
  };
};
