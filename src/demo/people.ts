import type { Pedido } from '../contract/recursos/pedido.ts';
import { fold } from '../domain/fold.ts';
import { type Chance, makeChance } from './chance.ts';
import { splitList } from './notation.ts';
import type { Barrio, Place } from './places/place.ts';

const NOMBRES = splitList(`
  María, Carmen, Ana, Lucía, Rocío, Pilar, Marta, Inés, Nuria, Begoña,
  Antonio, José, Manuel, Javier, Íñigo, Sergio, Rafael, Álvaro, Pablo, Hugo,
  Fátima, Andrei, Wei, Sofía, Daniela, Óscar, Joaquín, Elena, Teresa, Raúl`);
const APELLIDOS = splitList(`
  García, Fernández, López, Martínez, Sánchez, Pérez, Gómez, Ruiz, Jiménez,
  Moreno, Muñoz, Romero, Navarro, Domínguez, Vázquez, Ramos, Gil, Núñez,
  Ortega, Castillo, Peña, Cabello, Reyes, Benjumea, Ibáñez, Cruz, León`);

export interface Persona {
  cliente: Pedido['cliente'];
  barrio: Barrio;
  direccion: NonNullable<Pedido['direccion']>;
  pagaOnline: boolean;
}

/** Chooses a client of a restaurant. The n-th is the same every time; a few come often, most now and then. */
export const makePeople =
  (seed: string, place: Place) =>
  (chance: Chance): Persona =>
    inventPerson(seed, place, Math.floor(place.clientes * chance.next() ** 2.2));

const inventPerson = (seed: string, place: Place, n: number): Persona => {
  const chance = makeChance(`${seed}|${place.perfil.id}|cliente ${n}`);
  const [nombre, apellido] = [chance.pick(NOMBRES), chance.pick(APELLIDOS)];
  const barrio = chance.weighted(place.barrios, ({ peso }) => peso);
  return {
    cliente: {
      nombre: `${nombre} ${apellido}`,
      telefono: inventPhone(chance, n),
      // A domain reserved for examples: nothing that a demo sends can reach anybody.
      email: `${fold(nombre)}.${fold(apellido)}${n}@example.com`,
      consintio_marketing: chance.happens(0.4),
    },
    barrio,
    direccion: inventAddress(chance, barrio),
    pagaOnline: chance.happens(0.6),
  };
};

/** Within 79x, a range that the Spanish numbering plan has assigned to nobody. */
const inventPhone = (chance: Chance, n: number): string => {
  const digits = (value: number, count: number) => String(value).padStart(count, '0');
  const text = `79${chance.between(0, 4)}${digits(chance.between(0, 99), 2)}${digits(n, 4)}`;
  return `+34 ${text.slice(0, 3)} ${text.slice(3, 6)} ${text.slice(6)}`;
};

const inventAddress = (chance: Chance, { zona, calles, codigosPostales }: Barrio) => {
  const [lng, lat] = pointIn(chance, zona.poligono.coordenadas[0] ?? []);
  const piso = `, ${chance.between(1, 6)}.º ${chance.pick(['A', 'B', 'C', 'D'])}`;
  const linea = `${chance.pick(calles)}, ${chance.between(1, 120)}`;
  return {
    linea: chance.happens(0.8) ? linea + piso : linea,
    codigo_postal: chance.pick(codigosPostales),
    pais: 'ES',
    lat,
    lng,
  };
};

type Ring = readonly (readonly [lng: number, lat: number])[];

/** Precise to about a metre. */
const DEGREE_DECIMALS = 5;

const pointIn = (chance: Chance, ring: Ring): [lng: number, lat: number] => {
  const draw = (values: readonly number[]): number => {
    const min = Math.min(...values);
    return Number((min + chance.next() * (Math.max(...values) - min)).toFixed(DEGREE_DECIMALS));
  };
  for (;;) {
    const [lng, lat] = [draw(ring.map(([x]) => x)), draw(ring.map(([, y]) => y))];
    if (isInside(ring, lng, lat)) return [lng, lat];
  }
};

/** Ray casting: a point is inside when a ray to the east crosses the ring an odd number of times. */
export const isInside = (ring: Ring, lng: number, lat: number): boolean =>
  ring.reduce((inside, [x, y], i) => {
    const [nextX, nextY] = ring[i + 1] ?? [x, y];
    const crosses = y > lat !== nextY > lat && lng < x + ((lat - y) / (nextY - y)) * (nextX - x);
    return crosses ? !inside : inside;
  }, false);
