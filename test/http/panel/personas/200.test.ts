import assert from 'node:assert/strict';
import { test } from 'node:test';
import type {
  InvitacionAbierta,
  InvitacionHecha,
  Personas,
  Sesion,
} from '../../../../src/contract/panel.ts';
import { DAY_MS } from '../../../../src/domain/time.ts';
import type { Message } from '../../../../src/mail/message.ts';
import { column } from '../../../support/columns.ts';
import { describeOnEngines } from '../../../support/engines.ts';
import { RESTAURANTE_ID } from '../../../support/samples.ts';
import { placeIn } from '../../../support/values/place-in.ts';
import { assertRefused, type Browser } from '../browser.ts';
import {
  createUser,
  EMAIL,
  OTHER_ID,
  PASSWORD,
  startPanelServer,
  startPanelWithAna,
} from '../panel-server.ts';

const PEOPLE = `/restaurantes/${RESTAURANTE_ID}/personas`;

const tokenOf = (link: string | null): string => link?.split('#')[1] ?? '';

const inviteBy = async (owner: Browser, email: string, rol = 'encargada') => {
  const made = await owner.post<InvitacionHecha>(`${PEOPLE}/invitaciones`, { email, rol });
  assert.equal(made.status, 201);
  return { id: made.body.invitacion.id, token: tokenOf(made.body.enlace) };
};

const idOf = async (owner: Browser, email: string): Promise<string> => {
  const { datos } = (await owner.api<Personas>(PEOPLE)).body;
  return datos.find((each) => each.email === email)?.id ?? '';
};

describeOnEngines('the people of a restaurant', async (engine) => {
  test('an owner invites somebody without an account, who chooses a password, once', async (t) => {
    const { ana, browser, store } = await startPanelWithAna(t, { engine });
    const { token } = await inviteBy(ana, 'Luz@Pepa.example', 'sala');
    const luz = browser();
    const shown = await luz.post<InvitacionAbierta>('/invitacion/consulta', { token });
    assert.partialDeepStrictEqual(shown.body, {
      ...{ email: 'luz@pepa.example', restaurante: 'Casa Pepa', rol: 'sala' },
      tiene_cuenta: false,
    });
    assertRefused(await luz.post('/invitacion', { token, clave: 'corta' }), 400, 'clave_debil');
    assert.equal((await luz.post('/invitacion', { token, clave: PASSWORD })).status, 200);
    const { sesion } = (await luz.api<{ sesion: Sesion }>('/sesion')).body;
    assert.partialDeepStrictEqual(sesion.usuario.restaurantes, [
      { id: RESTAURANTE_ID, rol: 'sala' },
    ]);
    const again = await browser().post('/invitacion', { token, clave: PASSWORD });
    assertRefused(again, 410, 'enlace_invalido');
    const { body } = await ana.api<Personas>(PEOPLE);
    assert.deepEqual(column(body.datos, 'email'), [EMAIL.ana, 'luz@pepa.example']);
    assert.deepEqual(body.invitaciones, []);
    const acciones = column(await store.auditoria.list(RESTAURANTE_ID, 3), 'accion');
    assert.deepEqual(acciones, ['sesion.iniciada', 'persona.aceptada', 'persona.invitada']);
  });

  test('an account accepts after signing in, and the link changes nothing of it', async (t) => {
    const { ana, as, browser } = await startPanelWithAna(t, { engine });
    const { token } = await inviteBy(ana, EMAIL.lola, 'gestoria');
    const thief = browser();
    const shown = await thief.post<InvitacionAbierta>('/invitacion/consulta', { token });
    assert.equal(shown.body.tiene_cuenta, true);
    const other = 'otra clave para entrar';
    assertRefused(await thief.post('/invitacion', { token, clave: other }), 410, 'enlace_invalido');
    assertRefused(await thief.post('/invitacion/aceptar', { token }), 401, 'sesion_ausente');
    assertRefused(await ana.post('/invitacion/aceptar', { token }), 410, 'enlace_invalido');
    const lola = await as('lola');
    const taken = await lola.post('/invitacion/aceptar', { token });
    assert.deepEqual([taken.status, taken.body], [200, { restaurante_id: RESTAURANTE_ID }]);
    assert.equal((await lola.api(`/restaurantes/${RESTAURANTE_ID}/perfil`)).status, 200);
    assert.equal((await lola.api(`/restaurantes/${OTHER_ID}/llaves`)).status, 200);
    assertRefused(await lola.api(`/restaurantes/${RESTAURANTE_ID}/llaves`), 403, 'sin_permiso');
  });

  test('an invitation ends after 7 days, when it is withdrawn, and with who made it', async (t) => {
    const { ana, browser, clock, deps } = await startPanelWithAna(t, { engine });
    const gone = async (token: string) =>
      assertRefused(
        await browser().post('/invitacion/consulta', { token }),
        410,
        'enlace_invalido',
      );
    const { token, id } = await inviteBy(ana, 'luz@pepa.example');
    const { status } = await ana.api(`${PEOPLE}/invitaciones/${id}`, { method: 'DELETE' });
    assert.equal(status, 200);
    await gone(token);
    await createUser(deps, 'eva@pepa.example', placeIn(RESTAURANTE_ID));
    const eva = browser();
    await eva.signIn('eva@pepa.example', PASSWORD);
    const { token: hers } = await inviteBy(eva, 'paz@pepa.example');
    await ana.api(`${PEOPLE}/${await idOf(ana, 'eva@pepa.example')}`, { method: 'DELETE' });
    await gone(hers);
    const { token: late } = await inviteBy(ana, 'sol@pepa.example');
    clock.set(clock.now() + 7 * DAY_MS);
    await gone(late);
  });

  test('suspending and removing end this restaurant alone, at once, with a stream that is open', async (t) => {
    const { ana, as, store, tick } = await startPanelWithAna(t, { engine });
    const { token } = await inviteBy(ana, EMAIL.lola);
    const lola = await as('lola');
    await lola.post('/invitacion/aceptar', { token });
    const id = await idOf(ana, EMAIL.lola);
    const sees = async () => (await lola.api(`/restaurantes/${RESTAURANTE_ID}/tablero`)).status;
    for (const [act, method, status] of [
      ['/suspender', 'POST', 404],
      ['/readmitir', 'POST', 200],
      ['', 'DELETE', 404],
    ] as const) {
      assert.equal((await ana.api(`${PEOPLE}/${id}${act}`, { method })).status, 200);
      tick();
      assert.equal(await sees(), status, act);
    }
    assert.equal((await lola.api(`/restaurantes/${OTHER_ID}/tablero`)).status, 200);
    assert.equal((await lola.api('/sesion')).status, 200);
    const acciones = column(await store.auditoria.list(RESTAURANTE_ID, 3), 'accion');
    assert.deepEqual(acciones, ['persona.quitada', 'persona.readmitida', 'persona.suspendida']);
  });

  test('the last owner stays an owner', async (t) => {
    const { ana } = await startPanelWithAna(t, { engine });
    const own = `${PEOPLE}/${await idOf(ana, EMAIL.ana)}`;
    assertRefused(await ana.api(own, { method: 'DELETE' }), 409, 'conflicto');
    assertRefused(await ana.post(`${own}/suspender`), 409, 'conflicto');
    assertRefused(await ana.post(`${own}/puesto`, { rol: 'sala' }), 409, 'conflicto');
    assertRefused(
      await ana.post(`${PEOPLE}/usr_nadie/puesto`, { rol: 'sala' }),
      404,
      'no_encontrado',
    );
  });
});

test('with mail on, the link goes to the invited alone, and owners hear of an integrator’s keys', async (t) => {
  const sent: Message[] = [];
  const mail = { isOn: true, send: async (message: Message) => void sent.push(message) };
  const { ana, deps, browser } = await startPanelWithAna(t, { mail });
  const made = await ana.post<InvitacionHecha>(`${PEOPLE}/invitaciones`, {
    ...{ email: 'luz@pepa.example', rol: 'sala' },
  });
  assert.equal(made.body.enlace, null);
  assert.equal(sent[0]?.to, 'luz@pepa.example');
  const token = tokenOf(sent[0]?.body.link?.href ?? null);
  assert.equal((await browser().post('/invitacion/consulta', { token })).status, 200);

  await createUser(deps, 'ivo@pepa.example', placeIn(RESTAURANTE_ID, 'integradora'));
  const ivo = browser();
  await ivo.signIn('ivo@pepa.example', PASSWORD);
  const key = { nombre: 'CRM', etiqueta: 'live', alcances: ['carta.leer'], expira_en: null };
  for (const who of [ivo, ana]) {
    assert.equal((await who.post(`/restaurantes/${RESTAURANTE_ID}/llaves`, key)).status, 201);
  }
  assert.deepEqual(column(sent, 'to'), ['luz@pepa.example', EMAIL.ana]);
  assert.match(sent[1]?.body.paragraphs[0] ?? '', /ivo@pepa\.example ha creado la llave «CRM»/);
});

test('an operator sees the people of every restaurant', async (t) => {
  const { as } = await startPanelServer(t);
  const { body } = await (await as('operator')).api<Personas>(PEOPLE);
  assert.partialDeepStrictEqual(body, {
    datos: [{ email: EMAIL.ana, rol: 'propietaria', estado: 'activa' }],
    correo: false,
  });
});
