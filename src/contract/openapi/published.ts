// The parts of the document that the collection, the reference and the makers of the clients' types read.

export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  anyOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

export interface Content {
  schema: Schema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: Schema;
  /** Path parameters only. */
  example?: unknown;
  /** All other parameters. */
  examples?: { ejemplo: { value: unknown } };
}

export interface Response {
  $ref?: string;
  description: string;
  content?: Record<string, Content>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Response>;
}

export interface OpenapiDocument {
  openapi: string;
  info: { title: string; description: string; version: string };
  servers: { url: string; description: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { description: string }>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { description: string; example: unknown }>;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
}

export const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
