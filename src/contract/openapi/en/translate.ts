import type { CodigoError } from '../../errores.ts';
import { TOKEN_PATTERN } from '../../ids.ts';
import type { Tag } from '../../rutas/ruta.ts';
import { type Operacion, RUTAS } from '../../rutas/rutas.ts';
import type { NombreCabecera } from '../cabeceras.ts';
import type { Componente, Descripciones } from '../componentes.ts';
import type { JsonObject } from '../schemas.ts';
import { PEDIDO_EN } from './pedido.ts';
import { RESTAURANTE_EN } from './restaurante.ts';
import { RUTAS_EN, type RutaEn } from './rutas.ts';
import * as words from './textos.ts';
import { WEBHOOK_EN } from './webhook.ts';

const COMPONENTES_EN: Descripciones = { ...PEDIDO_EN, ...RESTAURANTE_EN, ...WEBHOOK_EN };

type Described = JsonObject & { description?: string };
type Named = Record<string, Described>;
interface Operation extends Described {
  operationId: Operacion;
  parameters: (Described & { name?: string; in?: string })[];
  requestBody?: JsonObject;
  responses: Named;
}
interface Document {
  info: Described;
  servers: Described[];
  tags: (Described & { name: Tag })[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: { eventoDePedido: { post: Operation } };
  components: Record<'securitySchemes' | 'parameters' | 'headers' | 'responses' | 'schemas', Named>;
}

/** The document with its descriptions in English; field names, codes and examples stay what they are. */
export const translate = (spanish: JsonObject): JsonObject => {
  const document = structuredClone(spanish) as unknown as Document;
  const { info, servers, tags, components, webhooks } = document;
  Object.assign(info, { title: words.TITLE_EN, description: words.DESCRIPTION_EN });
  for (const server of servers) server.description = words.SERVER_EN;
  for (const tag of tags) tag.description = words.TAGS_EN[tag.name];
  for (const operation of Object.values(document.paths).flatMap((each) => Object.values(each))) {
    translateOperation(operation);
  }
  translateDelivery(webhooks.eventoDePedido.post);
  translateComponents(components);
  translateExamples(document);
  return document as unknown as JsonObject;
};

const translateOperation = (operation: Operation): void => {
  const { operationId } = operation;
  const { status } = RUTAS[operationId].response;
  const { summary, description, response, params, query }: RutaEn<Operacion> =
    RUTAS_EN[operationId];
  operation['summary'] = summary;
  operation.description = `${description}\n\n${words.SCOPE_EN(RUTAS[operationId].alcance)}`;
  const named: Record<string, string> = { ...params, ...query };
  for (const parameter of operation.parameters) {
    const text = named[parameter.name ?? ''];
    if (text !== undefined) parameter.description = text;
  }
  const success = operation.responses[status];
  if (success !== undefined) success.description = response;
};

const translateDelivery = (operation: Operation): void => {
  const { summary, description, headers, responses } = words.ENVIO_EN;
  Object.assign(operation, { summary, description });
  for (const header of operation.parameters) describe(header, headers[header.name ?? '']);
  for (const [status, answer] of Object.entries(operation.responses)) {
    describe(answer, responses[status]);
  }
};

const translateComponents = (components: Document['components']): void => {
  const { securitySchemes, parameters, headers, responses, schemas } = components;
  describe(securitySchemes['llave'], words.SEGURIDAD_EN.llave(TOKEN_PATTERN.source));
  describe(securitySchemes['llaveEnConsulta'], words.SEGURIDAD_EN.llaveEnConsulta);
  for (const [name, text] of Object.entries(words.PARAMETROS_EN)) describe(parameters[name], text);
  for (const [name, header] of Object.entries(headers)) {
    describe(header, words.CABECERAS_EN[name as NombreCabecera]);
  }
  for (const [name, response] of Object.entries(responses)) {
    describe(response, words.RESPUESTAS_EN[name]);
  }
  for (const [name, schema] of Object.entries(schemas)) {
    const { $, ...fields }: Record<string, string> = COMPONENTES_EN[name as Componente];
    describe(schema, $);
    for (const [field, property] of Object.entries(schema['properties'] as Named)) {
      const [, known] = /Lista abierta; valores conocidos: (.*)$/.exec(
        property.description ?? '',
      ) ?? [null, null];
      const open = known === null ? '' : ` Open list; known values: ${known}`;
      describe(property, `${fields[field]}${open}`);
    }
  }
};

const describe = (target: Described | undefined, text: string | undefined): void => {
  if (target !== undefined && text !== undefined) target.description = text;
};

/** Translates the summaries of all examples, wherever they are: errors by their code, others by their Spanish summary. */
const translateExamples = (node: unknown): void => {
  if (typeof node !== 'object' || node === null) return;
  if ('examples' in node && typeof node.examples === 'object' && !Array.isArray(node.examples)) {
    for (const [name, example] of Object.entries(node.examples as Record<string, JsonObject>)) {
      if (typeof example['summary'] !== 'string') continue;
      example['summary'] =
        words.ERRORES_EN[name as CodigoError] ??
        words.EJEMPLOS_EN[example['summary']] ??
        example['summary'];
    }
    return;
  }
  for (const child of Object.values(node)) translateExamples(child);
};
