import { type Buffer, isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { jsonPlace } from '../../contract/violations/json-place.ts';
import type { SchemaViolation } from '../validator.ts';
import { ApiError, invalid } from './errors.ts';

/** Of a route that takes no body. */
export const BODY_BYTES_MAX = 1_024;

export const isWithoutBody = (headers: IncomingHttpHeaders): boolean =>
  Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;

/** Matches a type whose parts were trimmed: a pattern that allows for blanks takes quadratic time. */
const JSON_TYPE = /^application\/json(?:;charset\s*=\s*"?utf-8"?)?;?$/i;

export const isJson = (type: string): boolean => {
  const parts = type.split(';').map((part) => part.trim());
  return JSON_TYPE.test(parts.join(';'));
};

export const parseJson = (bytes: Buffer): unknown => {
  if (!isUtf8(bytes)) throw invalid('El cuerpo no es UTF-8 válido.', 'un objeto JSON en UTF-8');
  try {
    // Drops a byte order mark, which files of Windows begin with.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw invalid(`El cuerpo no es JSON válido${jsonPlace(error)}.`, 'un objeto JSON');
  }
};

/** The error for a body that breaks its schema. */
export const badBody = ({ pointer, reason, allowed }: SchemaViolation): ApiError => {
  const subject = pointer === '' ? 'El cuerpo' : `El campo «${pointer}» del cuerpo`;
  return invalid(`${subject}: ${reason}.`, allowed);
};

/** The error for a field that fits its schema but is wrong for another reason. */
export const refuseField = (
  pointer: string,
  problem: string,
  expected: string | readonly string[],
): ApiError =>
  new ApiError('parametro_invalido', `El campo «${pointer}» del cuerpo: ${problem}.`, {
    campo: pointer,
    valoresValidos: [expected].flat(),
  });
