import Type from 'typebox';
import { FECHAS } from '../../../../contract/dinero/fechas.ts';
import { RANGOS, TABLAS_ENVIO } from '../../../../contract/envios.ts';
import { ESTILOS } from '../../../../contract/exportacion.ts';
import type * as Panel from '../../../../contract/panel.ts';
import { Exact, Nullable, Timestamp } from '../../../../contract/scalars.ts';
import { estadoLlave } from '../../../../domain/llave.ts';
import { isoTimestamp, isoTimestampOrNull } from '../../../../domain/time.ts';
import { ENLACES_MAX, type Enlace } from '../../../../storage/port/deliveries/enlaces.ts';
import { createdJson, okJson } from '../../../answer/answer.ts';
import type { PanelDeps } from '../../deps.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { type PanelRoute, routesFor } from '../../route.ts';
import { Nombre } from '../llaves.ts';

const Nuevo = Exact({
  nombre: Nombre,
  tabla: Type.Enum(TABLAS_ENVIO),
  rango: Type.Enum(RANGOS),
  fecha: Type.Enum(FECHAS),
  estilo: Type.Enum(ESTILOS),
  expira_en: Nullable(Timestamp()),
});

/** The routes by which people manage the read links of their restaurant. */
export const enlaceRoutes = ({ enlaces, clock }: PanelDeps): PanelRoute[] => {
  const { get, post } = routesFor('restaurante', 'exportar');

  const enlaceView = (enlace: Enlace): Panel.EnlaceDatos => {
    const { id, nombre, tabla, rango, fecha, estilo, pista, creador, usos } = enlace;
    return {
      ...{ id, nombre, tabla, rango, fecha, estilo, creador, usos },
      muestra: `…${pista}.csv`,
      estado: estadoLlave(
        { revocadaMs: enlace.revocadoMs, expiraMs: enlace.expiraMs },
        clock.now(),
      ),
      creado_en: isoTimestamp(enlace.creadoMs),
      expira_en: isoTimestampOrNull(enlace.expiraMs),
      ultimo_uso_en: isoTimestampOrNull(enlace.ultimoUsoMs),
    };
  };

  return [
    get('/enlaces', null, async ({ cuenta }) => {
      const datos = (await enlaces.list(cuenta.id)).map(enlaceView);
      return okJson({ datos } satisfies Panel.Lista<Panel.EnlaceDatos>);
    }),
    post('/enlaces', Nuevo, async ({ cuenta, principal }, { expira_en, ...given }) => {
      const expiraMs = expira_en === null ? null : Date.parse(expira_en);
      const input = { ...given, expiraMs, restauranteId: cuenta.id };
      const made = await enlaces.create(input, principal.usuario);
      if (made.outcome === 'expires_in_past') throw invalid('/expira_en', 'La fecha ya ha pasado.');
      if (made.outcome === 'too_many') {
        throw conflict(`El restaurante ya tiene ${ENLACES_MAX} enlaces: revoca alguno antes.`);
      }
      if (made.outcome !== 'created') throw notFound('No existe el restaurante.');
      const { enlace, url } = made;
      return createdJson({ enlace: enlaceView(enlace), url } satisfies Panel.EnlaceCreado);
    }),
    post('/enlaces/{id}/revocar', null, async ({ cuenta, principal, params: { id = '' } }) => {
      if (!(await enlaces.revoke(cuenta.id, id, principal.actor))) {
        throw notFound('No existe el enlace, o ya estaba revocado.');
      }
      return okJson({ id, revocado: true });
    }),
  ];
};
