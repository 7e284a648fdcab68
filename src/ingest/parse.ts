import { type Buffer, isUtf8 } from 'node:buffer';
import { Compile, type Validator } from 'typebox/schema';
import { COMANDOS, type Comando, OPS, type Op } from '../contract/comandos.ts';
import { findViolation } from '../contract/violations/find.ts';
import { jsonPlace } from '../contract/violations/json-place.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import { type Cut, makeMillisecondCut } from './milliseconds.ts';

/** A line that is no command, with the operation that it named if it named a known one. */
interface Rejected {
  op: Op | null;
  refusal: Refusal;
}

/** Compiled once. */
const VALIDATORS = new Map<unknown, { op: Op; validator: Validator; cut: Cut | null }>(
  OPS.map((op) => {
    const schema = COMANDOS[op];
    return [op, { op, validator: Compile(schema), cut: makeMillisecondCut(schema) }];
  }),
);

/** Parses a line as a command and checks it against the schema of its operation. */
export const parseCommand = (line: Buffer): Comando | Rejected => {
  if (!isUtf8(line)) return rejectJson('La línea no es UTF-8 válido.');
  let value: unknown;
  try {
    value = JSON.parse(line.toString());
  } catch (error) {
    return rejectJson(`La línea no es JSON válido${jsonPlace(error)}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { op: null, refusal: refuse('comando_invalido', 'La línea no es un objeto JSON.', '') };
  }
  const known = VALIDATORS.get('op' in value ? value.op : undefined);
  if (known === undefined) return rejectOp('op' in value);
  const { op, validator, cut } = known;
  if (validator.Check(value)) {
    cut?.(value as never);
    return value as Comando;
  }
  const { pointer, reason } = findViolation(COMANDOS[op], value);
  const subject = pointer === '' ? 'El comando' : pointer;
  return { op, refusal: refuse('comando_invalido', `${subject}: ${reason}.`, pointer) };
};

const rejectJson = (error: string): Rejected => ({
  op: null,
  refusal: refuse('json_invalido', error),
});

const rejectOp = (given: boolean): Rejected => {
  const problem = given ? 'Operación desconocida' : 'Falta la operación';
  const error = `${problem}: «op» debe ser uno de: ${OPS.join(', ')}.`;
  return { op: null, refusal: refuse('comando_invalido', error, '/op') };
};
