import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { TEXTS } from '../../panel/src/i18n/texts.ts';
import { FALLOS } from '../../src/contract/recursos/entrega.ts';
import { ACCIONES, ORIGENES } from '../../src/contract/recursos/historial.ts';
import { ESTADOS, FUENTES, TIPOS } from '../../src/contract/recursos/pedido.ts';
import { ERRORES_PANEL } from '../../src/http/panel/errors.ts';

/** The forms of *usted*, which no text may use. One voice in panel, API and guides: docs/decisions/panel.md. */
const FORMAL =
  /(?<![\p{L}_]|se )(?:usted(?:es)?|env[ií]e(?:l[ao])?|indique|pida|elija|use|espere|int[ée]ntelo|reintente|vuelva|repita|guárdelo|compruebe|ponga|añada|cree|elimine|acote|abra|escriba|copie|ejecute|diga|quiso|entre de nuevo)(?![\p{L}_])/iu;

const SOURCES = join(import.meta.dirname, '../../panel/src');
const API = join(import.meta.dirname, '../../src/http');
const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(String).sort();

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('i18n/texts'))
  .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
  .join('\n');

describe('the texts', () => {
  test('have the same placeholders and plurals in both languages', () => {
    for (const [key, [es, en]] of Object.entries(TEXTS)) {
      assert.deepEqual(holes(en), holes(es), key);
      assert.equal(en.split(' | ').length, es.split(' | ').length, key);
    }
  });

  test('are all used', () => {
    // Keys that are composed of a prefix and a value from the server.
    const computed = [
      ...sources.matchAll(/[`'"(]([a-z]+)\.\$\{/g),
      ...sources.matchAll(/open\(\s*'([a-z]+)'/g),
    ];
    const prefixes = new Set(computed.map(([, prefix]) => prefix));
    const unused = Object.keys(TEXTS).filter(
      (key) => !prefixes.has(key.split('.')[0]) && !sources.includes(`'${key}'`),
    );
    assert.deepEqual(unused, []);
  });

  test('and the messages of the API say tú, and alcance', () => {
    const texts = Object.values(TEXTS).map(([es]) => es);
    assert.deepEqual(
      texts.filter((text) => FORMAL.test(text) || /permiso/i.test(text)),
      [],
    );
    const api = readdirSync(API, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) => readFileSync(join(API, path), 'utf8').match(/(['`])[^'`\n]{12,}\1/g) ?? [])
      .filter((text) => /[áéíóúñ«]/.test(text));
    assert.ok(api.length > 20);
    assert.deepEqual(
      api.filter((text) => FORMAL.test(text)),
      [],
    );
  });

  test('translate every value of the contract, and every error of the panel', () => {
    const words = {
      estado: ESTADOS,
      tipo: TIPOS,
      fuente: FUENTES,
      origen: ORIGENES,
      accion: ACCIONES,
      fallo: FALLOS,
      error: Object.keys(ERRORES_PANEL),
    };
    for (const [prefix, values] of Object.entries(words)) {
      for (const value of values) assert.ok(`${prefix}.${value}` in TEXTS, `${prefix}.${value}`);
    }
  });
});
