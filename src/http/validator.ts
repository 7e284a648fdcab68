import type { FastifySchemaCompiler } from 'fastify';
import type Type from 'typebox';
import { Compile } from 'typebox/schema';
import { findViolation, type Violation } from '../contract/violations/find.ts';

// Fastify validates with these: bodies by TypeBox's compiler, query strings by the contract's own rules for them.

/** Data that breaks its schema. Each door words the error that it answers with. */
export class SchemaViolation extends Error {
  override name = 'SchemaViolation';
  /** JSON pointer to the field; empty for all of it. */
  readonly pointer: string;
  readonly reason: string;
  readonly allowed: string | readonly string[];

  constructor({ pointer, reason, allowed }: Violation) {
    super(`${pointer}: ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
    this.allowed = allowed;
  }
}

/** Compiles when the first value comes: a start does not pay for it. */
const makeBodyCheck = (schema: Type.TSchema) => {
  let validator: ReturnType<typeof Compile> | undefined;

  return (value: unknown): SchemaViolation | null => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return null;
    return new SchemaViolation(findViolation(schema, value));
  };
};

/**
 * The compiler for a door's `setValidatorCompiler`. A route's `schema.querystring` is a table of parameters, and its `query` the
 * undecoded text, of which `readQuery` makes the values: a parser before it would hide repeats and broken encodings.
 */
export const makeValidatorCompiler =
  <Parameters>(
    readQuery: (raw: string, parameters: Parameters) => unknown,
  ): FastifySchemaCompiler<unknown> =>
  ({ schema, httpPart }) => {
    if (httpPart === 'querystring') {
      return (raw: string) => {
        try {
          return { value: readQuery(raw, schema as Parameters) };
        } catch (error) {
          return { error: error as Error };
        }
      };
    }
    const check = makeBodyCheck(schema as Type.TSchema);
    return (value: unknown) => {
      const error = check(value);
      return error === null ? { value } : { error };
    };
  };

const compile = (): never => {
  throw new Error('Every door sets its own validator, and answers are bytes.');
};

/** For Fastify: it need not load its own compilers, a twentieth of what a start costs. */
export const NO_COMPILERS = {
  compilersFactory: { buildValidator: compile, buildSerializer: compile },
};
