import type { Headers } from './answer/answer.ts';

interface Extra {
  /** JSON pointer into the body, or the name of a query parameter. */
  campo?: string | undefined;
  /** The values that would be right. */
  valoresValidos?: readonly string[] | undefined;
  headers?: Headers;
}

/** Thrown by checks and handlers; the message goes to the client as it is, in Spanish. */
export class CodedError<Codigo extends string> extends Error {
  readonly codigo: Codigo;
  readonly extra: Extra;

  constructor(codigo: Codigo, message: string, extra: Extra = {}) {
    super(message);
    this.codigo = codigo;
    this.extra = extra;
  }
}
