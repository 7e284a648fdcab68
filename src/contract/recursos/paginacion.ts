import Type from 'typebox';
import { Exact, Nullable, withDefault } from '../scalars.ts';

const LIMITE_MAX = 100;
const LIMITE_DEFAULT = 25;

export const Limite = withDefault(
  Type.Integer({ minimum: 1, maximum: LIMITE_MAX }),
  LIMITE_DEFAULT,
);

export const Paginacion = Exact({
  limite: Type.Integer({ minimum: 1, maximum: LIMITE_MAX }),
  siguiente: Nullable(Type.String()),
  anterior: Nullable(Type.String()),
  total_aprox: Type.Integer({ minimum: 0 }),
});

export type Paginacion = Type.Static<typeof Paginacion>;
