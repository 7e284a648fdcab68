import type { Descripciones } from '../componentes.ts';
import { DESCRIPCIONES_PEDIDO } from './pedido.ts';
import { DESCRIPCIONES_RESTAURANTE } from './restaurante.ts';
import { DESCRIPCIONES_WEBHOOK } from './webhook.ts';

/** The document's descriptions of every object. */
export const DESCRIPCIONES: Descripciones = {
  ...DESCRIPCIONES_PEDIDO,
  ...DESCRIPCIONES_RESTAURANTE,
  ...DESCRIPCIONES_WEBHOOK,
};
