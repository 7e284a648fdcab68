import { Buffer, isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type Type from 'typebox';
import { jsonPlace } from '../../contract/violations/explain.ts';
import { makeBodyCheck } from '../validator.ts';
import { isEncoded } from '../wire/request.ts';
import { ApiError, invalid } from './errors.ts';

const BODY_BYTES_MAX = 64 * 1_024;

/**
 * The body of a request, checked against the schema of its operation. A body that the operation does not
 * take, or that is too large, is discarded unread: a client that is cut off while it is sending would
 * never read the error.
 */
export const readBody = async (
  request: IncomingMessage,
  schema: Type.TSchema | undefined,
): Promise<unknown> => {
  if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  if (schema === undefined) return undefined;
  // If every field is optional, a request may leave out the body.
  if (isWithoutBody(request) && findViolation({}, schema) === null) return {};
  checkType(request);
  return validate(parse(await collect(request)), schema);
};

const isWithoutBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) === 0 && headers['transfer-encoding'] === undefined;

const tooLarge = (): ApiError =>
  new ApiError('cuerpo_demasiado_grande', `El cuerpo supera el límite de ${BODY_BYTES_MAX} bytes.`);

/** Matches a type whose parts were trimmed: a pattern that allows for blanks takes quadratic time. */
const JSON_TYPE = /^application\/json(?:;charset\s*=\s*"?utf-8"?)?;?$/i;

const isJson = (type: string): boolean => {
  const parts = type.split(';').map((part) => part.trim());
  return JSON_TYPE.test(parts.join(';'));
};

const checkType = (request: IncomingMessage): void => {
  if (isEncoded(request)) {
    throw new ApiError('tipo_no_soportado', 'El cuerpo ha de ir sin comprimir.');
  }
  if (!isJson(request.headers['content-type'] ?? '')) {
    throw new ApiError(
      'tipo_no_soportado',
      'El cuerpo ha de ser JSON: envía la cabecera «Content-Type: application/json».',
    );
  }
};

/** A chunked body has no length: its bytes are counted as they come. */
const collect = async (request: IncomingMessage): Promise<Buffer> => {
  // Not a list of chunks: sent in chunks of one byte, each byte would take a hundred in memory.
  const bytes = Buffer.allocUnsafe(Number(request.headers['content-length'] ?? BODY_BYTES_MAX));
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (size + chunk.length > BODY_BYTES_MAX) throw tooLarge();
      size += chunk.copy(bytes, size);
    }
  } catch (error) {
    if (error instanceof ApiError) {
      request.resume();
      throw error;
    }
    // The client has gone: it reads no answer, and this is no failure of ours.
    throw invalid('La petición no llegó entera.', 'un cuerpo entero');
  }
  return bytes.subarray(0, size);
};

const parse = (bytes: Buffer): unknown => {
  if (!isUtf8(bytes)) throw invalid('El cuerpo no es UTF-8 válido.', 'un objeto JSON en UTF-8');
  try {
    // Drops a byte order mark, which files of Windows begin with.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw invalid(`El cuerpo no es JSON válido${jsonPlace(error)}.`, 'un objeto JSON');
  }
};

const checks = new Map<Type.TSchema, ReturnType<typeof makeBodyCheck>>();

/** How a body breaks its schema; null if it does not. */
const findViolation = (value: unknown, schema: Type.TSchema) =>
  checks.getOrInsertComputed(schema, () => makeBodyCheck(schema))(value);

const validate = (value: unknown, schema: Type.TSchema): unknown => {
  const violation = findViolation(value, schema);
  if (violation === null) return value;
  const { pointer, reason, allowed } = violation;
  const subject = pointer === '' ? 'El cuerpo' : `El campo «${pointer}» del cuerpo`;
  throw invalid(`${subject}: ${reason}.`, allowed);
};

/** The error for a field that fits its schema but is wrong for another reason. */
export const refuseField = (
  pointer: string,
  problem: string,
  expected: string | readonly string[],
): ApiError => invalid(`El campo «${pointer}» del cuerpo: ${problem}.`, expected);
