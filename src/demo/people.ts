import type { Pedido } from '../contract/recursos/pedido.ts';
import { type Chance, makeChance } from './chance.ts';
import type { Barrio, Place } from './places/place.ts';

const NOMBRES = [
  ...['María', 'Carmen', 'Ana', 'Lucía', 'Rocío', 'Pilar', 'Marta', 'Inés', 'Nuria', 'Begoña'],
  ...[
    'Antonio',
    'José',
    'Manuel',
    'Javier',
    'Íñigo',
    'Sergio',
    'Rafael',
    'Álvaro',
    'Pablo',
    'Hugo',
  ],
  ...['Fátima', 'Andrei', 'Wei', 'Sofía', 'Daniela', 'Óscar', 'Joaquín', 'Elena', 'Teresa', 'Raúl'],
];
const APELLIDOS = [
  ...['García', 'Fernández', 'López', 'Martínez', 'Sánchez', 'Pérez', 'Gómez', 'Ruiz', 'Jiménez'],
  ...['Moreno', 'Muñoz', 'Romero', 'Navarro', 'Domínguez', 'Vázquez', 'Ramos', 'Gil', 'Núñez'],
  ...['Ortega', 'Castillo', 'Peña', 'Cabello', 'Reyes', 'Benjumea', 'Ibáñez', 'Cruz', 'León'],
];

/** Somebody who orders, where they live and how they like to pay. */
export interface Persona {
  cliente: Pedido['cliente'];
  barrio: Barrio;
  direccion: NonNullable<Pedido['direccion']>;
  pagaOnline: boolean;
}

const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The n-th client of a restaurant, the same one every time. */
const persona = (seed: string, place: Place, n: number): Persona => {
  const chance = makeChance(`${seed}|${place.perfil.id}|cliente ${n}`);
  const [nombre, apellido] = [chance.pick(NOMBRES), chance.pick(APELLIDOS)];
  const barrio = chance.weighted(place.barrios, ({ peso }) => peso);
  return {
    cliente: {
      nombre: `${nombre} ${apellido}`,
      telefono: telefono(chance, n),
      // A domain that is reserved for examples: nothing that a demo sends can reach anybody.
      email: `${plain(nombre)}.${plain(apellido)}${n}@example.com`,
      consintio_marketing: chance.happens(0.4),
    },
    barrio,
    direccion: direccionIn(chance, barrio),
    pagaOnline: chance.happens(0.6),
  };
};

/** Within 79x, a range that the Spanish numbering plan has given to nobody. */
const telefono = (chance: Chance, n: number): string => {
  const digits = `79${chance.between(0, 4)}${String(chance.between(0, 99)).padStart(2, '0')}`;
  const text = digits + String(n).padStart(4, '0');
  return `+34 ${text.slice(0, 3)} ${text.slice(3, 6)} ${text.slice(6)}`;
};

const direccionIn = (chance: Chance, { zona, calles, codigosPostales }: Barrio) => {
  const [lng, lat] = pointIn(chance, zona.poligono.coordenadas[0] ?? []);
  const piso = chance.happens(0.8)
    ? `, ${chance.between(1, 6)}.º ${chance.pick(['A', 'B', 'C', 'D'])}`
    : '';
  return {
    linea: `${chance.pick(calles)}, ${chance.between(1, 120)}${piso}`,
    codigo_postal: chance.pick(codigosPostales),
    pais: 'ES',
    lat,
    lng,
  };
};

type Ring = readonly (readonly [lng: number, lat: number])[];

const METRE_DIGITS = 5;

const pointIn = (chance: Chance, ring: Ring): [lng: number, lat: number] => {
  const [west, east] = [Math.min(...ring.map(([x]) => x)), Math.max(...ring.map(([x]) => x))];
  const [south, north] = [Math.min(...ring.map(([, y]) => y)), Math.max(...ring.map(([, y]) => y))];
  for (;;) {
    const lng = Number((west + chance.next() * (east - west)).toFixed(METRE_DIGITS));
    const lat = Number((south + chance.next() * (north - south)).toFixed(METRE_DIGITS));
    if (isInside(ring, lng, lat)) return [lng, lat];
  }
};

/** Counts how often a ray to the east crosses the ring. */
export const isInside = (ring: Ring, lng: number, lat: number): boolean =>
  ring.reduce((inside, [x, y], i) => {
    const [nextX, nextY] = ring[i + 1] ?? [x, y];
    const crosses = y > lat !== nextY > lat && lng < x + ((lat - y) / (nextY - y)) * (nextX - x);
    return crosses ? !inside : inside;
  }, false);

/** Knows the clients of a restaurant: each is thought up once. */
export const makePeople = (seed: string, place: Place) => {
  const known = new Map<number, Persona>();
  return {
    /** A few come often and most now and then, as anywhere. */
    choose(chance: Chance): Persona {
      const n = Math.floor(place.clientes * chance.next() ** 2.2);
      const person = known.get(n) ?? persona(seed, place, n);
      known.set(n, person);
      return person;
    },
  };
};
export type People = ReturnType<typeof makePeople>;
