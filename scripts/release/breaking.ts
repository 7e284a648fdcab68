// Compares openapi.json with that of the last release, and fails on what would break a program that uses the API:
//
//   npm run breaking

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../pack.ts';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  $ref?: string;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}
interface Operation {
  parameters?: Parameter[];
  responses?: Record<string, object>;
}
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

const METHODS = ['get', 'post', 'patch', 'put', 'delete'];

/** Names each promise that is broken, one line each. New operations, optional parameters and fields break nothing. */
export const findBreaks = (before: Document, now: Document): string[] => {
  const operations = Object.entries(before.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).flatMap((method) =>
      operationBreaks(`${method.toUpperCase()} ${path}`, item[method], now.paths[path]?.[method]),
    ),
  );
  const schemas = Object.entries(before.components?.schemas ?? {}).flatMap(([name, schema]) =>
    schemaBreaks(name, schema, now.components?.schemas?.[name]),
  );
  return [...operations, ...schemas];
};

const operationBreaks = (name: string, before: Operation = {}, now?: Operation): string[] => {
  if (now === undefined) return [`${name} is gone`];
  const find = (parameters: Parameter[] | undefined, { name, in: place }: Parameter) =>
    parameters?.find((each) => each.name === name && each.in === place);
  const known = (before.parameters ?? []).filter((each) => each.name !== undefined);
  const taken = known.flatMap((each) =>
    schemaBreaks(`${name} ?${each.name}`, each.schema, find(now.parameters, each)?.schema),
  );
  const demanded = (now.parameters ?? [])
    .filter((each) => each.required && !find(before.parameters, each)?.required)
    .map((each) => `${name} ?${each.name} is now required`);
  const statuses = Object.keys(before.responses ?? {})
    .filter((status) => now.responses?.[status] === undefined)
    .map((status) => `${name} no longer answers ${status}`);
  return [...taken, ...demanded, ...statuses];
};

const schemaBreaks = (name: string, before: Schema | undefined, now?: Schema): string[] => {
  if (before === undefined) return [];
  if (now === undefined) return [`${name} is gone`];
  if (before.$ref !== now.$ref || String(before.type) !== String(now.type))
    return [`${name} has another type`];
  const values = (before.enum ?? [])
    .filter((value) => now.enum !== undefined && !now.enum.includes(value))
    .map((value) => `${name} no longer has ${JSON.stringify(value)}`);
  const optional = (before.required ?? [])
    .filter((field) => now.properties?.[field] && !now.required?.includes(field))
    .map((field) => `${name}.${field} may now be absent`);
  const fields = Object.entries(before.properties ?? {}).flatMap(([field, schema]) =>
    schemaBreaks(`${name}.${field}`, schema, now.properties?.[field]),
  );
  return [...values, ...optional, ...fields, ...schemaBreaks(`${name}[]`, before.items, now.items)];
};

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const compareWithRelease = (): number => {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname', '--merged').split('\n');
  if (!tag) {
    process.stdout.write('no release yet: nothing to compare openapi.json with\n');
    return 0;
  }
  const before: Document = JSON.parse(git('show', `${tag}:openapi.json`));
  const now: Document = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
  const breaks = findBreaks(before, now);
  process.stdout.write(`${breaks.length} breaking changes since ${tag}\n`);
  for (const each of breaks) process.stdout.write(`  ${each}\n`);
  return breaks.length === 0 ? 0 : 1;
};

if (import.meta.main) process.exitCode = compareWithRelease();
