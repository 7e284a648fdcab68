import type { TLocalizedValidationError } from 'typebox/error';
import { OPEN_DEPTH_MAX } from '../contract/scalars.ts';
import { type Refusal, refuse } from '../domain/pedido/refusal.ts';
import { describe, type SchemaNode } from './describe.ts';

/** Field names are the client's: an answer never echoes more of them than this. */
const POINTER_CHARS_MAX = 300;

/** What a schema demands beyond its keywords, by the kind of value that it demands it of. */
const REFINED: Readonly<Record<string, string>> = {
  array: 'debe ser un anillo cerrado: la última posición repite la primera',
  object: `no debe anidar más de ${OPEN_DEPTH_MAX} niveles`,
};

/** One validation error as a place in what was sent and a reason. */
export interface Finding {
  pointer: string;
  reason: string;
  /** The values to choose from, where there is a list of them. */
  allowed?: readonly string[];
}

/** The refusal for a command that fails its schema. */
export const explain = (schema: object, errors: readonly TLocalizedValidationError[]): Refusal => {
  const { pointer, reason } = findProblem(schema, errors);
  const subject = pointer === '' ? 'El comando' : pointer;
  return refuse('comando_invalido', `${subject}: ${reason}.`, pointer);
};

/**
 * What is wrong with a value that fails its schema. Of all errors the deepest is told: those above it
 * are mostly its echo (a union that did not match, an object that is not whole).
 */
export const findProblem = (
  schema: object,
  errors: readonly TLocalizedValidationError[],
): Finding => {
  let best: Finding = { pointer: '', reason: 'no tiene la forma de su operación' };
  let bestDepth = -1;
  for (const error of errors) {
    const finding = toFinding(schema, error);
    if (finding === null) continue;
    const depth = finding.pointer.split('/').length;
    if (depth > bestDepth) {
      best = finding;
      bestDepth = depth;
    }
  }
  return { ...best, pointer: best.pointer.slice(0, POINTER_CHARS_MAX) };
};

const toFinding = (schema: object, error: TLocalizedValidationError): Finding | null => {
  const { instancePath: pointer, schemaPath } = error;
  switch (error.keyword) {
    case 'required': {
      const [missing = ''] = error.params.requiredProperties;
      return { pointer: `${pointer}/${escapePointer(missing)}`, reason: 'falta' };
    }
    case 'boolean':
      return { pointer, ...refuseExtra(nodeAt(schema, parentOf(schemaPath))) };
    case '~refine': {
      const { type = '' } = nodeAt(schema, schemaPath);
      return { pointer, reason: REFINED[type] ?? error.message };
    }
    // Said better by the errors below them.
    case 'additionalProperties':
    case 'anyOf':
      return null;
    default: {
      const node = nodeAt(schema, schemaPath.replace(/\/anyOf\/\d+$/, ''));
      const allowed = node.enum?.map(String);
      return { pointer, reason: describe(node), ...(allowed && { allowed }) };
    }
  }
};

const refuseExtra = ({
  type,
  properties,
  patternProperties,
}: SchemaNode): Omit<Finding, 'pointer'> => {
  if (type === 'array') return { reason: 'sobra este elemento' };
  const allowed = Object.keys(properties ?? patternProperties ?? {});
  return { reason: `no se admite este campo; se admiten: ${allowed.join(', ')}`, allowed };
};

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const parentOf = (schemaPath: string): string => schemaPath.slice(0, schemaPath.lastIndexOf('/'));

/** Follows a schema path such as `#/properties/pedido/properties/items/items`. */
const nodeAt = (schema: object, schemaPath: string): SchemaNode => {
  let node: object = schema;
  for (const step of schemaPath.split('/').slice(1)) {
    const next: unknown = Reflect.get(node, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (typeof next !== 'object' || next === null) return {};
    node = next;
  }
  return node;
};
