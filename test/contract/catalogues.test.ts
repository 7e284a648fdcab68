import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALCANCES } from '../../src/contract/alcances.ts';
import { COMANDOS, OPS } from '../../src/contract/comandos.ts';
import { ERRORES, RECHAZOS } from '../../src/contract/errores.ts';
import { idPattern, PREFIX, TOKEN_PATTERN } from '../../src/contract/ids.ts';

test('id prefixes of the contract, and our own', () => {
  assert.deepEqual(PREFIX, {
    pedido: 'ped_',
    producto: 'prod_',
    categoria: 'cat_',
    tamano: 'tam_',
    grupo: 'grp_',
    opcion: 'opt_',
    zona: 'zon_',
    restaurante: 'rest_',
    item: 'itm_',
    itemOpcion: 'opc_',
    webhook: 'wh_',
    evento: 'evt_',
    llave: 'llv_',
    usuario: 'usr_',
    pantalla: 'pan_',
    reenvio: 'rnv_',
    correo: 'cor_',
    condicion: 'con_',
    invitacion: 'inv_',
    cierre: 'cie_',
    enlace: 'enl_',
    envio: 'env_',
    ejecucion: 'eje_',
  });
  assert.ok(new RegExp(idPattern('zona')).test('zon_1'));
});

test('every code of the contract answers with its status', () => {
  const contract = {
    llave_ausente: 401,
    llave_invalida: 401,
    llave_revocada: 401,
    llave_expirada: 401,
    alcance_insuficiente: 403,
    restaurante_inactivo: 403,
    parametro_invalido: 400,
    no_encontrado: 404,
    metodo_invalido: 405,
    eventos_caducados: 410,
    limite_alcanzado: 429,
  };
  const ours = {
    cuerpo_demasiado_grande: 413,
    tipo_no_soportado: 415,
    error_interno: 500,
    no_disponible: 503,
  };
  assert.deepEqual(ERRORES, { ...contract, ...ours });
});

test('a refused command has one of these codes', () => {
  const design = [
    'json_invalido',
    'comando_invalido',
    'no_encontrado',
    'transicion_invalida',
    'ingesta_no_habilitada',
    'conflicto',
  ];
  assert.deepEqual(RECHAZOS, [...design, 'no_disponible']);
});

test('scopes', () => {
  assert.deepEqual(ALCANCES, [
    'pedidos.leer',
    'carta.leer',
    'restaurante.leer',
    'stream.escuchar',
    'webhook.recibir',
  ]);
});

test('tokens: svc_live_ or svc_test_ and 32 hexadecimal characters', () => {
  const hex = '0123456789abcdef'.repeat(2);
  for (const token of [`svc_live_${hex}`, `svc_test_${hex}`]) assert.match(token, TOKEN_PATTERN);
  for (const token of [
    `svc_prod_${hex}`,
    `svc_live_${hex}0`,
    `svc_live_${hex.slice(1)}`,
    `svc_live_${hex.slice(1)}g`,
    ` svc_live_${hex}`,
    `svc_live_${hex}\n`,
  ]) {
    assert.doesNotMatch(token, TOKEN_PATTERN);
  }
});

test('a command line is checked against the schema of its own op', () => {
  assert.equal(OPS.length, 11);
  for (const op of OPS) assert.equal(COMANDOS[op].properties.op.const, op);
});
