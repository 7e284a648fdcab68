import type { TLocalizedValidationError } from 'typebox/error';
import { OPEN_DEPTH_MAX } from '../scalars.ts';
import { describeSchema, type SchemaNode } from './describe.ts';

/** Field names come from the client: an answer echoes at most this much of them. */
const POINTER_CHARS_MAX = 300;

/** The checks that JSON Schema cannot express, by the type of value they apply to. */
const REFINED: Readonly<Record<string, string>> = {
  array: 'debe ser un anillo cerrado: la última posición repite la primera',
  object: `no debe anidar más de ${OPEN_DEPTH_MAX} niveles`,
};

interface Violation {
  pointer: string;
  reason: string;
  /** The values allowed there: a list of them, or one text that describes them. */
  allowed: string | readonly string[];
}

/** Explains the deepest of a validator's errors: the errors above it mostly repeat it. */
export const explainViolation = (
  schema: object,
  errors: readonly TLocalizedValidationError[],
): Violation => {
  const form = describeSchema(schema);
  let best: Violation = { pointer: '', reason: `debe ser ${form}`, allowed: form };
  let bestDepth = -1;
  for (const error of errors) {
    const violation = toViolation(schema, error);
    if (violation === null) continue;
    const depth = violation.pointer.split('/').length;
    if (depth > bestDepth) {
      best = violation;
      bestDepth = depth;
    }
  }
  return { ...best, pointer: best.pointer.slice(0, POINTER_CHARS_MAX) };
};

const toViolation = (schema: object, error: TLocalizedValidationError): Violation | null => {
  const { instancePath: pointer, schemaPath } = error;
  switch (error.keyword) {
    case 'required': {
      const [missing = ''] = error.params.requiredProperties;
      const { properties } = nodeAt(schema, schemaPath);
      const allowed = allowedBy(properties?.[missing] ?? {});
      return { pointer: `${pointer}/${escapePointer(missing)}`, reason: 'falta', allowed };
    }
    case 'boolean':
      return { pointer, ...refuseExtra(nodeAt(schema, parentOf(schemaPath))) };
    case '~refine': {
      const { type = '' } = nodeAt(schema, schemaPath);
      const reason = REFINED[type] ?? error.message;
      return { pointer, reason, allowed: reason };
    }
    // The errors inside these say it better.
    case 'additionalProperties':
    case 'anyOf':
      return null;
    default: {
      const node = nodeAt(schema, schemaPath.replace(/\/anyOf\/\d+$/, ''));
      return { pointer, reason: `debe ser ${describeSchema(node)}`, allowed: allowedBy(node) };
    }
  }
};

const allowedBy = (node: SchemaNode): string | readonly string[] =>
  node.enum?.map(String) ?? describeSchema(node);

const refuseExtra = (node: SchemaNode): Omit<Violation, 'pointer'> => {
  const { type, properties, patternProperties } = node;
  if (type === 'array') return { reason: 'sobra este elemento', allowed: describeSchema(node) };
  const allowed = Object.keys(properties ?? patternProperties ?? {});
  return { reason: `no se admite este campo; se admiten: ${allowed.join(', ')}`, allowed };
};

const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const parentOf = (schemaPath: string): string => schemaPath.slice(0, schemaPath.lastIndexOf('/'));

const nodeAt = (schema: object, schemaPath: string): SchemaNode => {
  let node: object = schema;
  for (const step of schemaPath.split('/').slice(1)) {
    const next: unknown = Reflect.get(node, step.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (typeof next !== 'object' || next === null) return {};
    node = next;
  }
  return node;
};

/** The position of a syntax error in JSON; '' if it is unknown. The engine's message quotes the text, which may hold personal data. */
export const jsonPlace = (error: unknown): string => {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? '' : ` (posición ${position})`;
};
