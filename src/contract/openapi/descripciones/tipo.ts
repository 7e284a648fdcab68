import type { COMPONENTES, Componente } from '../componentes.ts';

/** What an object is, and what each of its fields means: a field without its words does not compile. */
export type Descripciones = {
  [C in Componente]: readonly [
    what: string,
    fields: Readonly<Record<keyof (typeof COMPONENTES)[C]['properties'], string>>,
  ];
};
