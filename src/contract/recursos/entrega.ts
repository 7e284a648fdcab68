import Type from 'typebox';
import { Exact, Id, Nullable, Timestamp } from '../scalars.ts';
import { TIPOS_EVENTO } from './evento.ts';
import { Numero } from './pedido.ts';

/** Up to `interno` they are our own failures, which spend no attempt; the rest are the receiver's. */
export const FALLOS = [
  'cierre',
  'dns_propio',
  'red_propia',
  'interno',
  'dns',
  'direccion_prohibida',
  'conexion',
  'tls',
  'plazo',
  'corte',
  'protocolo',
] as const;

export type Fallo = (typeof FALLOS)[number];

/** `pendiente`: owed, tried or not. `fallida`: given up after the last attempt. */
export const ESTADOS_ENTREGA = ['pendiente', 'entregada', 'fallida'] as const;
export type EstadoEntrega = (typeof ESTADOS_ENTREGA)[number];

const whole = () => Type.Integer({ minimum: 0 });

const resultado = {
  estado_http: Nullable(Type.Integer({ minimum: 100, maximum: 999 })),
  fallo: Nullable(Type.Enum(FALLOS)),
  duracion_ms: whole(),
  respuesta: Nullable(Type.String()),
};

export const UltimoIntento = Exact({ momento: Timestamp(), ...resultado });

const { momento, estado_http, fallo, duracion_ms } = UltimoIntento.properties;

export const IntentoAnterior = Exact({ momento, estado_http, fallo, duracion_ms });

/** One event on its way to one webhook; its id is the event's, which receivers know as `X-Svc-Id`. */
export const Entrega = Exact({
  id: Id('evento'),
  tipo: Type.Enum(TIPOS_EVENTO),
  pedido_id: Id('pedido'),
  pedido_numero: Numero,
  secuencia: Type.Integer({ minimum: 1 }),
  creado_en: Timestamp(),
  estado: Type.Enum(ESTADOS_ENTREGA),
  intentos: whole(),
  ultimo_intento: Nullable(UltimoIntento),
  intentos_anteriores: Type.Array(IntentoAnterior),
  proximo_intento: Nullable(Timestamp()),
});

export type Entrega = Type.Static<typeof Entrega>;

export const PaginacionEntregas = Exact({
  limite: Type.Integer({ minimum: 1 }),
  siguiente: Nullable(Type.String()),
  anterior: Nullable(Type.String()),
});

export const PaginaEntregas = Exact({
  datos: Type.Array(Entrega),
  paginacion: PaginacionEntregas,
});

export type PaginaEntregas = Type.Static<typeof PaginaEntregas>;

export const Prueba = Exact({ id: Id('evento'), entregada: Type.Boolean(), ...resultado });

export type Prueba = Type.Static<typeof Prueba>;

/** Exactly one of the two: that delivery, or all since then. */
export const ReenvioNuevo = Exact(
  { entrega: Type.Optional(Id('evento')), desde: Type.Optional(Type.String()) },
  { minProperties: 1 },
);

export type ReenvioNuevo = Type.Static<typeof ReenvioNuevo>;

export const Reenvio = Exact({
  id: Id('reenvio'),
  creado_en: Timestamp(),
  completo: Type.Boolean(),
  eventos: whole(),
  revisados: whole(),
  encoladas: whole(),
  entregadas: whole(),
  fallidas: whole(),
});

export type Reenvio = Type.Static<typeof Reenvio>;

export const ListaReenvios = Exact({ datos: Type.Array(Reenvio) });
