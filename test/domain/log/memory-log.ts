import { PREFIX } from '../../../src/contract/ids.ts';
import type { Pedido } from '../../../src/contract/recursos/pedido.ts';
import type { ComandoLog } from '../../../src/domain/cliente/olvido.ts';
import type { MintId } from '../../../src/domain/ids.ts';
import {
  type Answer,
  type BatchPlan,
  type Cuenta,
  candidateDays,
  type EventoWrite,
  neededKeys,
} from '../../../src/domain/log/batch.ts';
import { planBatch } from '../../../src/domain/log/plan.ts';
import type { DraftContext } from '../../../src/domain/pedido/borrador.ts';
import {
  clientKeys,
  NOW_MS,
  RESTAURANTE_ID,
  sampleCuenta,
  seededRandomBytes,
} from '../../support/samples.ts';

export const bodyText = (body: Uint8Array): string => Buffer.from(body).toString('utf8');

/** Mints ids from a counter: the same commands get the same ids, however they are batched. */
const countingMintId = (): MintId => {
  let n = 0;
  return (kind) => {
    n += 1;
    return `${PREFIX[kind]}minted${n}`;
  };
};

/** The context of a command, without its order. */
export const makeContext = (): DraftContext => ({
  now: NOW_MS,
  restaurante: { id: RESTAURANTE_ID, slug: 'casa-pepa', nombre: 'Casa Pepa' },
  mintId: countingMintId(),
  nextNumero: () => '20261115-1',
});

export const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const child of Object.values(value)) deepFreeze(child);
  }
  return value;
};

type Totals = Record<string, number>;

/** Adds the numeric fields of a delta to the totals under a key. */
const addUp = (totals: Map<string, Totals>, key: string, delta: object): void => {
  const sum = totals.get(key) ?? {};
  for (const [field, value] of Object.entries(delta)) {
    if (typeof value === 'number') sum[field] = (sum[field] ?? 0) + value;
  }
  totals.set(key, sum);
};

const withoutZeros = (totals: ReadonlyMap<string, Totals>): Record<string, Totals> =>
  Object.fromEntries(
    [...totals].filter(([, sum]) => Object.values(sum).some((n) => n !== 0)).sort(),
  );

/** A log in memory: loads exactly the rows that a batch asks for, and stores exactly what the plan says. */
export const makeMemoryLog = ({ cuenta = sampleCuenta() as Cuenta | null } = {}) => {
  const mintId = countingMintId();
  const randomBytes = seededRandomBytes(1);
  const pedidos = new Map<string, { json: string; entradas: number; olvidado: string | null }>();
  const historial: BatchPlan['historial'] = [];
  const eventos: EventoWrite[] = [];
  const claves = new Map<string, Answer>();
  const numeros = new Map<string, number>();
  const answers: Answer[] = [];
  const conteos = new Map<string, Totals>();
  const dias = new Map<string, Totals>();
  const productos = new Map<string, Totals>();
  const clientes = new Map<string, Totals>();
  let secuencia = 0;

  const only = <V>(from: ReadonlyMap<string, V>, keys: ReadonlySet<string>) =>
    new Map([...from].filter(([key]) => keys.has(key)));

  const commit = (comandos: readonly ComandoLog[]): BatchPlan => {
    const keys = neededKeys(comandos);
    const stored = [...only(pedidos, keys.pedidos)].map(([id, { json, entradas, olvidado }]) => {
      return [id, deepFreeze({ pedido: JSON.parse(json) as Pedido, entradas, olvidado })] as const;
    });
    const days = candidateDays(comandos, NOW_MS);
    const state = {
      cuenta,
      secuencia,
      logTag: 'tagtag',
      cerradoHastaMs: Number.MIN_SAFE_INTEGER,
      pedidos: new Map(stored),
      claves: only(claves, keys.claves),
      numeros: only(numeros, days),
    };
    const plan = planBatch(state, deepFreeze(comandos), {
      now: NOW_MS,
      mintId,
      clientKeys,
      randomBytes,
    });
    for (const { id, body, entradas, isNew } of plan.pedidos) {
      const json = bodyText(body);
      if (isNew === pedidos.has(id)) throw new Error(`isNew is wrong about ${id}`);
      pedidos.set(id, { json, entradas, olvidado: pedidos.get(id)?.olvidado ?? null });
    }
    for (const { pedidoId, olvidado } of plan.olvidos) {
      const stored = pedidos.get(pedidoId);
      if (stored !== undefined) pedidos.set(pedidoId, { ...stored, olvidado });
    }
    historial.push(...plan.historial);
    eventos.push(...plan.eventos);
    for (const { clave, pedidoId, eventoId } of plan.claves) {
      if (claves.has(clave)) throw new Error(`the key ${clave} was taken`);
      claves.set(clave, { ok: true, pedidoId, eventoId });
    }
    for (const [dia, n] of plan.numeros) {
      if (!days.has(dia)) throw new Error(`${dia} was numbered without asking for it`);
      numeros.set(dia, n);
    }
    for (const { diaUtc, metodo, estado, tipo, pedidos: n } of plan.conteos) {
      addUp(conteos, `${diaUtc} ${estado} ${tipo} ${metodo}`, { n });
    }
    for (const [dia, delta] of plan.resumen.dias) addUp(dias, dia, delta);
    for (const delta of plan.resumen.productos.values()) {
      addUp(productos, `${delta.dia} ${delta.productoId}`, delta);
    }
    for (const { dia, cliente, pedidos: n } of plan.resumen.clientes.values()) {
      addUp(clientes, `${dia} ${cliente}`, { n });
    }
    answers.push(...plan.answers);
    secuencia = plan.secuencia;
    return plan;
  };

  /** Everything that is stored, in a form in which two logs can be compared. */
  const contents = () => ({
    pedidos: Object.fromEntries([...pedidos].sort()),
    historial: Object.fromEntries(
      historial.map(({ pedidoId, n, json }) => [`${pedidoId} ${n}`, json]),
    ),
    eventos,
    claves: Object.fromEntries([...claves].sort()),
    numeros: Object.fromEntries([...numeros].sort()),
    answers,
    secuencia,
    conteos: withoutZeros(conteos),
    dias: withoutZeros(dias),
    productos: withoutZeros(productos),
    clientes: withoutZeros(clientes),
  });

  return {
    commit,
    contents,
    historial,
    eventos,
    numeros,
    pedido: (id: string): Pedido => JSON.parse(pedidos.get(id)?.json ?? 'null') as Pedido,
    all: (): Pedido[] => [...pedidos.values()].map(({ json }) => JSON.parse(json) as Pedido),
  };
};
