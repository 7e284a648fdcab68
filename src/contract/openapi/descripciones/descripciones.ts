import { DESCRIPCIONES_PEDIDO } from './pedido.ts';
import { DESCRIPCIONES_RESTAURANTE } from './restaurante.ts';
import type { Descripciones } from './tipo.ts';
import { DESCRIPCIONES_WEBHOOK } from './webhook.ts';

/** The words of the document beside the schemas, which say what is checked and nothing else. */
export const DESCRIPCIONES: Descripciones = {
  ...DESCRIPCIONES_PEDIDO,
  ...DESCRIPCIONES_RESTAURANTE,
  ...DESCRIPCIONES_WEBHOOK,
};
