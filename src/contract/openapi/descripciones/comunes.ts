import { type Bilingual, both } from '../../bilingual.ts';
import { type IdKind, PREFIX } from '../../ids.ts';

/** The id of the object that has it. */
export const ownId = (kind: IdKind): Bilingual =>
  both(
    `Identificador, con prefijo \`${PREFIX[kind]}\`.`,
    `Identifier, with prefix \`${PREFIX[kind]}\`.`,
  );

/** An amount in the `moneda` of its object. */
export const cents = (es: string, en: string): Bilingual =>
  both(`${es} En céntimos de \`moneda\`.`, `${en} In cents of \`moneda\`.`);
