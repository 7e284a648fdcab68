import { METODOS_PAGO } from '../../contract/recursos/importes.ts';
import { type Estado, NUMERO, type Tipo } from '../../contract/recursos/pedido.ts';
import type { FILTROS } from '../../contract/rutas/filtros.ts';
import type { Values } from '../../contract/rutas/ruta.ts';
import type { Busqueda } from '../busqueda.ts';
import { type Contacto, normalEmail } from '../cliente/client-keys.ts';
import { callingCode, PHONE_DIGITS_MIN, phoneDigits, phoneVariants } from '../cliente/telefono.ts';
import { invoiceKey, numberKey } from './referencias.ts';

/** The parameters that filter orders, as the query string gives them. */
export type FiltroParams = Values<typeof FILTROS>;
type Param = keyof FiltroParams;
/** A search has no parameter of its own in the API: the panel adds it. */
type Name = Param | 'buscar';

interface Wanted {
  estado: readonly Estado[];
  tipo: Tipo;
  metodo_pago: string;
  /** Milliseconds: `desde` <= `creado_en` < `hasta`. */
  desde: number;
  hasta: number;
  numero: string;
  /** As a search key. */
  factura: string;
  /** The ways in which the number may be written, digits only. */
  telefono: readonly string[];
  email: string;
  buscar: Search;
}

/** `isIndexed`: an index leads to the orders. Else nothing but `matches` tells which are meant. */
export type Search = Busqueda & { isIndexed: boolean };

/** Which orders of a restaurant are meant. Null: any. */
export type Filtros = { [N in Name]: Wanted[N] | null };

/** The keys of an index that leads to the orders: those of references, or of customers. */
export type Keys =
  | { referencias: readonly string[] }
  | { contactos: readonly Contacto[] }
  | { busqueda: Busqueda };

/** How the storage finds the orders of a filter. */
export interface Narrowed {
  estado: readonly Estado[] | null;
  tipo: Tipo | null;
  metodo: string | null;
  desdeMs: number | null;
  hastaMs: number | null;
  /** Each entry has a key of the order. */
  keys: readonly Keys[];
}

type Narrowing = Partial<Omit<Narrowed, 'keys'>> | { key: Keys };

interface Rule<N extends Name> {
  /** How it narrows an index. */
  narrow(wanted: Wanted[N]): Narrowing;
}

interface ParamRule<N extends Param> extends Rule<N> {
  /** How it is read; null if no order can have this value. `own` is the phone number of the restaurant. */
  read(given: NonNullable<FiltroParams[N]>, own: string): Wanted[N] | null;
  /** For the error: what `read` admits. Absent if the schema of the contract refuses everything else. */
  admits?: string | readonly string[];
}

const asGiven = <T>(given: T): T => given;
const METODO_CHARS_MAX = 64;
/** PostgreSQL refuses these as parameters. */
const UNSTORABLE = /[\0\p{Cs}]/u;
const contactWith = (given: Partial<Contacto>): Contacto => ({ telefono: '', email: '', ...given });

/**
 * Every filter of orders, once. List, count, export, cursor and the panel's search go by this table alone: a parameter of
 * the contract that is missing here does not compile. A filter goes into a cursor by its name and what it wants.
 */
const RULES = {
  estado: {
    read: asGiven,
    narrow: (estado) => ({ estado }),
  },
  tipo: {
    read: asGiven,
    narrow: (tipo) => ({ tipo }),
  },
  metodo_pago: {
    read: (metodo) =>
      metodo === '' || metodo.length > METODO_CHARS_MAX || UNSTORABLE.test(metodo) ? null : metodo,
    admits: METODOS_PAGO,
    narrow: (metodo) => ({ metodo }),
  },
  desde: {
    read: asGiven,
    narrow: (desdeMs) => ({ desdeMs }),
  },
  hasta: {
    read: asGiven,
    narrow: (hastaMs) => ({ hastaMs }),
  },
  numero: {
    read: (numero) => (NUMERO.test(numero) ? numero : null),
    admits: 'AAAAMMDD-secuencia, como 20261115-42',
    narrow: (numero) => ({ key: { referencias: [numberKey(numero)] } }),
  },
  factura: {
    read: (factura) => invoiceKey(factura),
    admits: 'un número de factura, con alguna letra o cifra',
    narrow: (factura) => ({ key: { referencias: [factura] } }),
  },
  telefono: {
    read(telefono, own) {
      const digits = phoneDigits(telefono);
      return digits.length < PHONE_DIGITS_MIN ? null : phoneVariants(digits, callingCode(own));
    },
    admits: `un número de teléfono, con ${PHONE_DIGITS_MIN} cifras o más`,
    narrow: (telefonos) => ({
      key: { contactos: telefonos.map((telefono) => contactWith({ telefono })) },
    }),
  },
  email: {
    read: (email) => (email.includes('@') ? normalEmail(email) : null),
    admits: 'una dirección de correo, con @',
    narrow: (email) => ({ key: { contactos: [contactWith({ email })] } }),
  },
  buscar: {
    narrow: (busqueda): Narrowing => (busqueda.isIndexed ? { key: { busqueda } } : {}),
  },
} satisfies { [N in Param]: ParamRule<N> } & { buscar: Rule<'buscar'> };

const NAMES = Object.keys(RULES) as Name[];
/** Of the filter's own type; the table has checked each with its own. */
const ruleOf = (name: Name) => RULES[name] as unknown as Rule<'metodo_pago'>;
const isParam = (name: Name): name is Param => name !== 'buscar';
const PARAMS = NAMES.filter(isParam);
const paramRuleOf = (name: Param) => RULES[name] as unknown as ParamRule<'metodo_pago'>;

/** Lets every order through. */
export const UNFILTERED = Object.fromEntries(NAMES.map((name) => [name, null])) as Readonly<
  Record<Name, null>
>;

/** The filters that are in use, with what they want. */
const inUse = (filtros: Filtros) =>
  NAMES.flatMap((name) => {
    const wanted = filtros[name] as string | null;
    return wanted === null ? [] : [{ name, wanted, rule: ruleOf(name) }];
  });

type Refused = { name: Param; given: string; admits: string | readonly string[] };

/** `own` is the phone number of the restaurant: customers write theirs with and without its calling code. */
export const readFiltros = (params: FiltroParams, own: string): Filtros | { refused: Refused } => {
  const filtros: Record<string, unknown> = { ...UNFILTERED };
  for (const name of PARAMS) {
    const given = params[name];
    if (given === null || (Array.isArray(given) && given.length === 0)) continue;
    const { read, admits = [] } = paramRuleOf(name);
    filtros[name] = read(given as string, own);
    if (filtros[name] === null) return { refused: { name, given: String(given), admits } };
  }
  return filtros as Filtros;
};

export const narrow = (filtros: Filtros): Narrowed => {
  const keys: Keys[] = [];
  const narrowed = { estado: null, tipo: null, metodo: null, desdeMs: null, hastaMs: null, keys };
  for (const { wanted, rule } of inUse(filtros)) {
    const part = rule.narrow(wanted);
    if ('key' in part) keys.push(part.key);
    else Object.assign(narrowed, part);
  }
  return narrowed;
};

/** The filters in canonical form: what a cursor is bound to, and the key of a cached total. */
export const filtrosText = (filtros: Filtros): string =>
  JSON.stringify(inUse(filtros).map(({ name, wanted }) => [name, wanted]));
