import type { CodigoError } from '../../errores.ts';
import { TOKEN_PATTERN } from '../../ids.ts';
import type { Tag } from '../../rutas/ruta.ts';
import { type Operacion, RUTAS } from '../../rutas/rutas.ts';
import type { NombreCabecera } from '../cabeceras.ts';
import type { Componente, Descripciones } from '../componentes.ts';
import type { OpenapiDocument, Operation } from '../published.ts';
import type { JsonObject } from '../schemas.ts';
import { PEDIDO_EN } from './pedido.ts';
import { RESTAURANTE_EN } from './restaurante.ts';
import { RUTAS_EN, type RutaEn } from './rutas.ts';
import * as words from './textos.ts';
import { WEBHOOK_EN } from './webhook.ts';

const COMPONENTES_EN: Descripciones = { ...PEDIDO_EN, ...RESTAURANTE_EN, ...WEBHOOK_EN };

/** The document with its descriptions in English; field names, codes and examples stay what they are. */
export const translate = (spanish: OpenapiDocument): OpenapiDocument => {
  const document = structuredClone(spanish);
  const { info, servers, tags, paths, webhooks, components } = document;
  Object.assign(info, { title: words.TITLE_EN, description: words.DESCRIPTION_EN });
  for (const server of servers) server.description = words.SERVER_EN;
  for (const tag of tags) tag.description = words.TAGS_EN[tag.name as Tag];
  for (const operation of operationsOf(paths)) translateOperation(operation);
  for (const delivery of operationsOf(webhooks)) translateDelivery(delivery);
  translateComponents(components);
  translateExamples(document);
  return document;
};

const operationsOf = (paths: OpenapiDocument['paths']): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods));

const translateOperation = (operation: Operation): void => {
  const id = operation.operationId as Operacion;
  const { summary, description, response, params, query }: RutaEn<Operacion> = RUTAS_EN[id];
  operation.summary = summary;
  operation.description = `${description}\n\n${words.SCOPE_EN(RUTAS[id].alcance)}`;
  const named: Record<string, string> = { ...params, ...query };
  for (const parameter of operation.parameters) describe(parameter, named[parameter.name]);
  describe(operation.responses[RUTAS[id].response.status], response);
};

const translateDelivery = (operation: Operation): void => {
  const { summary, description, headers, responses } = words.ENVIO_EN;
  Object.assign(operation, { summary, description });
  for (const header of operation.parameters) describe(header, headers[header.name]);
  for (const [status, answer] of Object.entries(operation.responses)) {
    describe(answer, responses[status]);
  }
};

const translateComponents = (components: OpenapiDocument['components']): void => {
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
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      const [, known] = OPEN_LIST.exec(property.description ?? '') ?? [];
      const open = known === undefined ? '' : ` Open list; known values: ${known}`;
      describe(property, `${fields[field]}${open}`);
    }
  }
};

const OPEN_LIST = /Lista abierta; valores conocidos: (.*)$/;

const describe = (target: { description?: string } | undefined, text: string | undefined): void => {
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
