import type { Restaurante } from '../api/wire.ts';
import { plain } from '../plain-text.ts';

type Horario = Restaurante['horario'];

const WEEK = ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'];

const dayNamed = (name: string): string | undefined =>
  WEEK.find((dia) => dia === plain(name) || dia.slice(0, 3) === plain(name));

/** The week from Monday on. Platforms name days freely, even one day twice; unknown names follow at the end. */
export const weekOf = (horario: Horario): { name: string; franjas: Horario[string] }[] => {
  const given = Object.entries(horario).map(([name, franjas]) => ({ name, franjas }));
  const others = given.filter(({ name }) => dayNamed(name) === undefined);
  if (others.length === given.length && others.length > 0) return others;
  const days = WEEK.map((dia) => {
    const all = given
      .filter(({ name }) => dayNamed(name) === dia)
      .flatMap(({ franjas }) => franjas);
    const times = new Map(all.map((franja) => [`${franja.desde}–${franja.hasta}`, franja]));
    return { name: dia, franjas: [...times.values()] };
  });
  return [...days, ...others];
};
