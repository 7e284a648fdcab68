/** Identifiers are opaque strings with a type prefix. This table is the only place that knows them. */
export const PREFIX = {
  pedido: 'ped_',
  producto: 'prod_',
  categoria: 'cat_',
  tamano: 'tam_',
  grupo: 'grp_',
  opcion: 'opt_',
  zona: 'zon_',
  restaurante: 'rest_',
  item: 'itm_',
  itemOpcion: 'opc_',
  webhook: 'wh_',
  evento: 'evt_',
  llave: 'llv_',
  usuario: 'usr_',
  reenvio: 'rnv_',
  pantalla: 'pan_',
  correo: 'cor_',
  invitacion: 'inv_',
  condicion: 'con_',
  enlace: 'enl_',
  cierre: 'cie_',
  envio: 'env_',
  ejecucion: 'eje_',
} as const;

export type IdKind = keyof typeof PREFIX;

/** The part after the prefix: wide enough for the ids of any platform that feeds us, safe in a path. */
const BODY_PATTERN = '[A-Za-z0-9_-]{1,64}';

export const idPattern = (kind: IdKind): string => `^${PREFIX[kind]}${BODY_PATTERN}$`;

/** No other text may reach the database as an id: PostgreSQL does not take every text. */
export const PEDIDO_ID = new RegExp(idPattern('pedido'));
export const WEBHOOK_ID = new RegExp(idPattern('webhook'));
export const CIERRE_ID = new RegExp(idPattern('cierre'));

/** API keys: `svc_live_<32hex>` or `svc_test_<32hex>`; the label changes nothing but the name. */
export const TOKEN_LABELS = ['live', 'test'] as const;
export type TokenLabel = (typeof TOKEN_LABELS)[number];
export const TOKEN_RANDOM_BYTES = 16;
export const TOKEN_PATTERN = /^svc_(?:live|test)_[0-9a-f]{32}$/;
/** Finds tokens anywhere in a text, even cut short, so that they can be redacted. */
export const TOKENS = /svc_(?:live|test)_[0-9a-f]+/gi;
