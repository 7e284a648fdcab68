-- Keys compare by bytes (COLLATE "C"), so that id order is the same here and in JavaScript, and so that Citus can colocate
-- all tables that it distributes by restaurante_id: it asks for one type and one collation.
--
-- On Citus, tables with restaurante_id first in their primary key are distributed by it (cluster/distribute.ts). All others stay on
-- the coordinator, so that they can be written while a worker is down; no statement joins them with a distributed one. Foreign
-- keys are only among them.

CREATE TABLE restaurantes (
  id            text COLLATE "C" PRIMARY KEY,
  slug          text NOT NULL,
  nombre        text NOT NULL,
  zona_horaria  text NOT NULL,
  activo        boolean NOT NULL,
  ingesta       boolean NOT NULL,
  -- The hour at which the day of the panel begins, as each restaurant chooses it.
  corte         integer NOT NULL DEFAULT 5,
  -- JSON: when an order of the kitchen is late; null for the defaults.
  plazos        text,
  perfil        text NOT NULL
);

-- The hot row of a restaurant, apart from its profile. `version` grows with every commit.
-- id_min to id_skew_ms: how far id order strays from creation order (domain/log/id-skew.ts).
-- forgotten_until_ms: up to which creado_ms customers were forgotten for their age.
-- activo: that of restaurantes, for lanes, which find it on their own node. zona_horaria: that of the stored sums.
-- cerrado_hasta_ms: where the last closed month ends.
-- Updated at every commit. No index changes with it and half of each page stays free, so that a new
-- version stays on its page (HOT) and the page cleans itself: 5,000 commits left one page behind.
CREATE TABLE log_heads (
  restaurante_id     text COLLATE "C" PRIMARY KEY,
  log_tag            text NOT NULL,
  secuencia          bigint NOT NULL DEFAULT 0,
  version            bigint NOT NULL DEFAULT 0,
  id_min             text COLLATE "C",
  id_max             text COLLATE "C",
  creado_min_ms      bigint,
  creado_max_ms      bigint,
  id_skew_ms         bigint NOT NULL DEFAULT 0,
  forgotten_until_ms bigint NOT NULL DEFAULT -9007199254740991,
  activo             boolean NOT NULL DEFAULT true,
  zona_horaria       text,
  cerrado_hasta_ms   bigint NOT NULL DEFAULT -9007199254740991
) WITH (fillfactor = 50);

CREATE TABLE documentos (
  restaurante_id text COLLATE "C" NOT NULL,
  clase          text COLLATE "C" NOT NULL,
  cuerpo         text NOT NULL,
  PRIMARY KEY (restaurante_id, clase)
);

-- `olvidado`: the client of summaries of an order whose customer was forgotten; empty if it never had one.
-- `secuencia`, `cambiado_ms`: its last event. The dates after them: domain/pedido/fechas.ts.
--
-- creado_ms is part of the key for the sake of its index: a list by id that asks for a time range
-- then decides on the index alone. That ids are unique is the log's doing, under its lock.
-- Each change of state leaves a dead version behind: vacuum comes sooner than after a fifth of all
-- orders ever sold, or walks over the newest orders of a state would pass ever more dead entries.
CREATE TABLE pedidos (
  restaurante_id text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  estado         text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  metodo         text COLLATE "C" NOT NULL,
  creado_ms      bigint NOT NULL,
  entradas       integer NOT NULL,
  fingerprint    bigint NOT NULL,
  cuerpo         text NOT NULL,
  olvidado       text,
  secuencia      bigint NOT NULL DEFAULT 0,
  cambiado_ms    bigint NOT NULL DEFAULT 0,
  factura_ms     bigint,
  pago_ms        bigint,
  cobro_desde_ms bigint,
  cobro_hasta_ms bigint,
  PRIMARY KEY (restaurante_id, id, creado_ms)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
-- POSIX is C by another name. For the planner they are two, so that a query that asks for POSIX order
-- has this index and no other: left to choose, it takes the primary key as soon as it expects few rows,
-- and walks the whole history in search of a rare state.
CREATE INDEX pedidos_estado ON pedidos (restaurante_id, estado, tipo, id COLLATE "POSIX", creado_ms);
-- POSIX for states and types too: the planner must not take one of these indexes for the other.
CREATE INDEX pedidos_metodo ON pedidos (restaurante_id, metodo, estado COLLATE "POSIX", tipo COLLATE "POSIX",
  id COLLATE "POSIX", creado_ms);
CREATE INDEX pedidos_creado ON pedidos (restaurante_id, creado_ms, id, estado, tipo, metodo);
-- Exports by another date or by the last change walk this index in id order.
-- ucs_basic is C by a third name: lists must not take this index for theirs.
CREATE INDEX pedidos_fechas ON pedidos (restaurante_id, id COLLATE "ucs_basic", creado_ms, secuencia, cambiado_ms,
  factura_ms, pago_ms, cobro_desde_ms, cobro_hasta_ms);

-- Leads from a customer's phone and e-mail to the orders. A row goes when its customer is forgotten.
CREATE TABLE pedidos_clientes (
  restaurante_id text COLLATE "C" NOT NULL,
  cliente        text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, pedido_id)
);

-- Leads from an order's number, invoice and payments to the order (domain/pedido/referencias.ts).
CREATE TABLE pedidos_referencias (
  restaurante_id text COLLATE "C" NOT NULL,
  referencia     text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (restaurante_id, referencia, pedido_id)
);

-- `secuencia`: the event that an entry was announced with.
CREATE TABLE historial (
  restaurante_id text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  n              integer NOT NULL,
  cuerpo         text NOT NULL,
  secuencia      bigint,
  PRIMARY KEY (restaurante_id, pedido_id, n)
);

-- Old events are deleted from the front all the time: vacuum lets their places be used again sooner than after a fifth of
-- the table.
CREATE TABLE eventos (
  restaurante_id text COLLATE "C" NOT NULL,
  secuencia      bigint NOT NULL,
  id             text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  creado_ms      bigint NOT NULL,
  cuerpo         text NOT NULL,
  PRIMARY KEY (restaurante_id, secuencia)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000);
-- Imports are in the log for those who copy the orders, and for nobody else. Each event is in one of these
-- indexes: webhooks and readers that do not name imports skip them without a look at each.
CREATE INDEX eventos_announced ON eventos (restaurante_id, secuencia) WHERE tipo <> 'pedido.importado';
CREATE INDEX eventos_imported ON eventos (restaurante_id, secuencia) WHERE tipo = 'pedido.importado';
-- The event of an import may have no entry of the history that names it.
CREATE INDEX eventos_imported_pedido ON eventos (restaurante_id, pedido_id) WHERE tipo = 'pedido.importado';

-- Bodies of orders (2 KB) and events (2.3 KB) lie right where PostgreSQL begins to compress (2 KB).
-- Measured, 24,000 commands in batches of 100, and pages of 25 orders out of them:
--                        commands/s   WAL bytes/command   tables   page
--   pglz (the default)        6,100               3,290    77 MB   0.86 ms
--   stored aside, as is      11,200               5,550   143 MB   2.17 ms
--   inline, as is            10,800               4,920   136 MB   0.37 ms
--   lz4                      11,100               3,510    83 MB   0.44 ms
-- So lz4, and where the server was built without it, inline and as is.
DO $$
BEGIN
  IF 'lz4' = ANY (SELECT unnest(enumvals) FROM pg_settings WHERE name = 'default_toast_compression') THEN
    ALTER TABLE pedidos ALTER cuerpo SET COMPRESSION lz4;
    ALTER TABLE eventos ALTER cuerpo SET COMPRESSION lz4;
  ELSE
    ALTER TABLE pedidos SET (toast_tuple_target = 8160);
    ALTER TABLE eventos SET (toast_tuple_target = 8160);
  END IF;
END $$;

-- Idempotency keys of commands that were carried out, with the first answer.
CREATE TABLE claves (
  restaurante_id text COLLATE "C" NOT NULL,
  clave          text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  evento_id      text COLLATE "C",
  creado_ms      bigint NOT NULL,
  PRIMARY KEY (restaurante_id, clave)
);

-- Counters, from here to resumen_clientes: free space on each page keeps their updates on it (HOT).
CREATE TABLE numeros (
  restaurante_id text COLLATE "C" NOT NULL,
  dia            text COLLATE "C" NOT NULL,
  ultimo         bigint NOT NULL,
  PRIMARY KEY (restaurante_id, dia)
) WITH (fillfactor = 70);

-- Orders per UTC day (and block of days), state and type, of each method of payment and (empty) of all: totals of any
-- filter without counting orders (storage/pedidos/conteos.ts).
CREATE TABLE conteos (
  restaurante_id text COLLATE "C" NOT NULL,
  metodo         text COLLATE "C" NOT NULL,
  dias           integer NOT NULL,
  inicio         bigint NOT NULL,
  estado         text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  pedidos        bigint NOT NULL,
  PRIMARY KEY (restaurante_id, metodo, dias, inicio, estado, tipo)
) WITH (fillfactor = 70);

-- The summary, per local day (domain/resumen/).
CREATE TABLE resumen_dias (
  restaurante_id text COLLATE "C" NOT NULL,
  dia            text COLLATE "C" NOT NULL,
  pedidos        bigint NOT NULL DEFAULT 0,
  cancelados     bigint NOT NULL DEFAULT 0,
  ventas_cents   bigint NOT NULL DEFAULT 0,
  reparto        bigint NOT NULL DEFAULT 0,
  recogida       bigint NOT NULL DEFAULT 0,
  mesa           bigint NOT NULL DEFAULT 0,
  clientes       bigint NOT NULL DEFAULT 0,
  ultimos        bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, dia)
) WITH (fillfactor = 70);

-- The summary per quarter of an hour since the epoch: the panel's days, hours and weekdays, in any zone.
CREATE TABLE resumen_cuartos (
  restaurante_id text COLLATE "C" NOT NULL,
  inicio         bigint NOT NULL,
  pedidos        bigint NOT NULL DEFAULT 0,
  cancelados     bigint NOT NULL DEFAULT 0,
  ventas_cents   bigint NOT NULL DEFAULT 0,
  reparto        bigint NOT NULL DEFAULT 0,
  recogida       bigint NOT NULL DEFAULT 0,
  mesa           bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, inicio)
) WITH (fillfactor = 70);

-- Sums of money, as domain/money/sums.ts writes them: by the date of orders (`creacion`, `factura`, `pago`) and of payments (`cobro`).
CREATE TABLE caja_cuartos (
  restaurante_id text COLLATE "C" NOT NULL,
  fecha          text COLLATE "C" NOT NULL,
  inicio         bigint NOT NULL,
  sumas          text NOT NULL,
  PRIMARY KEY (restaurante_id, fecha, inicio)
) WITH (fillfactor = 70);

CREATE TABLE caja_dias (
  restaurante_id text COLLATE "C" NOT NULL,
  fecha          text COLLATE "C" NOT NULL,
  dia            text COLLATE "C" NOT NULL,
  sumas          text NOT NULL,
  PRIMARY KEY (restaurante_id, fecha, dia)
) WITH (fillfactor = 70);

-- A month as it was closed (domain/money/closing): its head, its sealed rows, and the orders that count something else by now.
-- `cuenta`: what counts of an order, null if nothing does; `linea`: what its export says of it.
CREATE TABLE cierres (
  restaurante_id text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  n              bigint NOT NULL,
  mes            text NOT NULL,
  desde_ms       bigint NOT NULL,
  hasta_ms       bigint NOT NULL,
  fecha          text NOT NULL,
  zona           text NOT NULL,
  nombre         text NOT NULL,
  moneda         text NOT NULL,
  creado_ms      bigint NOT NULL,
  creado_por     text NOT NULL,
  sustituye      text,
  sustituido_por text,
  filas          bigint NOT NULL,
  sumas          text NOT NULL,
  anterior       text,
  sello          text NOT NULL,
  PRIMARY KEY (restaurante_id, id)
);

CREATE TABLE cierres_pedidos (
  restaurante_id text COLLATE "C" NOT NULL,
  cierre_id      text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  cuenta         text,
  linea          text NOT NULL,
  PRIMARY KEY (restaurante_id, cierre_id, pedido_id)
);

CREATE TABLE cierres_cambios (
  restaurante_id text COLLATE "C" NOT NULL,
  cierre_id      text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  numero         text NOT NULL,
  momento        text NOT NULL,
  origen         text NOT NULL,
  usuario        text,
  antes          text,
  despues        text,
  PRIMARY KEY (restaurante_id, cierre_id, pedido_id)
);

CREATE TABLE resumen_productos (
  restaurante_id text COLLATE "C" NOT NULL,
  dia            text COLLATE "C" NOT NULL,
  producto_id    text COLLATE "C" NOT NULL,
  nombre         text NOT NULL,
  unidades       bigint NOT NULL,
  ventas_cents   bigint NOT NULL,
  PRIMARY KEY (restaurante_id, dia, producto_id)
) WITH (fillfactor = 70);

CREATE TABLE resumen_clientes (
  restaurante_id text COLLATE "C" NOT NULL,
  cliente        text COLLATE "C" NOT NULL,
  dia            text COLLATE "C" NOT NULL,
  pedidos        bigint NOT NULL,
  PRIMARY KEY (restaurante_id, cliente, dia)
) WITH (fillfactor = 90);

-- A webhook and its lane (storage/port/webhooks.ts). Up to `cursor` the rows of entregas tell what
-- became of each event, from there to `window_end` the memory of the process that holds the lane, and beyond
-- it nothing was begun. Updated at every step of its holder: no index changes with it, and room on each
-- page keeps the new versions there (HOT).
-- secretos_anteriores: signing secrets that were replaced and are still good, JSON, each sealed and with its end.
CREATE TABLE webhooks (
  restaurante_id      text COLLATE "C" NOT NULL,
  id                  text COLLATE "C" NOT NULL,
  url                 text NOT NULL,
  nombre              text,
  eventos             text NOT NULL,
  secreto             bytea NOT NULL,
  secretos_anteriores text,
  activo              boolean NOT NULL,
  motivo              text,
  creado_ms           bigint NOT NULL,
  eliminado_ms        bigint,
  ultima_entrega_ms   bigint,
  cursor              bigint NOT NULL,
  window_end          bigint NOT NULL,
  recovery_end        bigint NOT NULL DEFAULT 0,
  fallos_seguidos     integer NOT NULL DEFAULT 0,
  failing_since_ms    bigint,
  paused_until_ms     bigint NOT NULL DEFAULT 0,
  probe_ms            bigint NOT NULL DEFAULT 0,
  lease_holder        text,
  lease_until_ms      bigint NOT NULL DEFAULT 0,
  fence               bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, id)
) WITH (fillfactor = 40);

-- One row for each event that an attempt was begun for. A first attempt that succeeds, nearly all of
-- them, is one insert into the end of one index: the others hold only what is still owed or was given up.
-- `live` is 0 for what is sent again on request; `fence` names the claim in whose memory the row is;
-- `anteriores` are attempts that later ones have replaced, oldest first.
CREATE TABLE entregas (
  restaurante_id text COLLATE "C" NOT NULL,
  webhook_id     text COLLATE "C" NOT NULL,
  secuencia      bigint NOT NULL,
  evento_id      text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  estado         text COLLATE "C" NOT NULL,
  live           integer NOT NULL,
  reenvio_id     text COLLATE "C",
  fence          bigint NOT NULL,
  intentos       integer NOT NULL,
  fallos         integer NOT NULL,
  creado_ms      bigint NOT NULL,
  ultimo_ms      bigint,
  proximo_ms     bigint,
  status         integer,
  fallo          text,
  duracion_ms    integer,
  extracto       text,
  anteriores     jsonb,
  PRIMARY KEY (restaurante_id, webhook_id, secuencia)
) WITH (fillfactor = 90);
CREATE INDEX entregas_due ON entregas (restaurante_id, webhook_id, live, proximo_ms, secuencia)
  WHERE estado = 'pendiente' AND proximo_ms IS NOT NULL;
CREATE INDEX entregas_pedido ON entregas (restaurante_id, webhook_id, live, pedido_id, secuencia)
  WHERE estado = 'pendiente';
CREATE INDEX entregas_estado ON entregas (restaurante_id, webhook_id, estado, secuencia)
  WHERE estado <> 'entregada';

-- What is sent again on request: events after `desde` up to `hasta`.
CREATE TABLE reenvios (
  restaurante_id text COLLATE "C" NOT NULL,
  webhook_id     text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  creado_ms      bigint NOT NULL,
  desde          bigint NOT NULL,
  hasta          bigint NOT NULL,
  posicion       bigint NOT NULL,
  encoladas      bigint NOT NULL DEFAULT 0,
  entregadas     bigint NOT NULL DEFAULT 0,
  fallidas       bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, webhook_id, id)
);

-- Attempts of each webhook by the hour.
CREATE TABLE webhooks_horas (
  restaurante_id  text COLLATE "C" NOT NULL,
  webhook_id      text COLLATE "C" NOT NULL,
  hora            bigint NOT NULL,
  exitos          bigint NOT NULL,
  fallos          bigint NOT NULL,
  duracion_ms     bigint NOT NULL,
  duracion_max_ms bigint NOT NULL,
  PRIMARY KEY (restaurante_id, webhook_id, hora)
);

CREATE TABLE llaves (
  id             text COLLATE "C" PRIMARY KEY,
  restaurante_id text COLLATE "C" NOT NULL REFERENCES restaurantes (id),
  hash           text COLLATE "C" NOT NULL UNIQUE,
  nombre         text NOT NULL,
  etiqueta       text NOT NULL,
  alcances       text NOT NULL,
  pista          text NOT NULL,
  creador        text NOT NULL,
  creada_ms      bigint NOT NULL,
  expira_ms      bigint,
  revocada_ms    bigint,
  ultimo_uso_ms  bigint
) WITH (fillfactor = 80);
CREATE INDEX llaves_restaurante ON llaves (restaurante_id);

-- Requests of each key per UTC day (days since the epoch).
CREATE TABLE llaves_uso (
  restaurante_id text COLLATE "C" NOT NULL,
  llave_id       text COLLATE "C" NOT NULL,
  dia            integer NOT NULL,
  peticiones     bigint NOT NULL,
  limitadas      bigint NOT NULL,
  errores        bigint NOT NULL,
  PRIMARY KEY (restaurante_id, llave_id, dia)
) WITH (fillfactor = 70);

-- Where the requests of a key came from (`red`, `agente`) and what they asked for (`operacion`: day, operation, status).
CREATE TABLE llaves_rastro (
  restaurante_id text COLLATE "C" NOT NULL,
  llave_id       text COLLATE "C" NOT NULL,
  clase          text COLLATE "C" NOT NULL,
  valor          text COLLATE "C" NOT NULL,
  primera_ms     bigint NOT NULL,
  ultima_ms      bigint NOT NULL,
  peticiones     bigint NOT NULL,
  PRIMARY KEY (restaurante_id, llave_id, clase, valor)
) WITH (fillfactor = 70);

-- People: a password (`clave`, argon2id in PHC form), the token with which they set it (`alta_hash`), and whether they are
-- shut out.
CREATE TABLE usuarios (
  id               text COLLATE "C" PRIMARY KEY,
  email            text COLLATE "C" NOT NULL UNIQUE,
  operador         boolean NOT NULL,
  creado_ms        bigint NOT NULL,
  clave            text,
  alta_hash        text COLLATE "C",
  alta_expira_ms   bigint,
  desactivado_ms   bigint,
  ultimo_acceso_ms bigint,
  totp             bytea,
  totp_paso        bigint NOT NULL DEFAULT 0,
  exige_factor     boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX usuarios_alta ON usuarios (alta_hash) WHERE alta_hash IS NOT NULL;

-- The people of each restaurant, and what they are in it.
CREATE TABLE miembros (
  usuario_id     text COLLATE "C" NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  restaurante_id text COLLATE "C" NOT NULL REFERENCES restaurantes (id),
  rol            text NOT NULL,
  desde_ms       bigint NOT NULL,
  suspendido_ms  bigint,
  PRIMARY KEY (usuario_id, restaurante_id)
);
CREATE INDEX miembros_restaurante ON miembros (restaurante_id);

-- Offers to become one: whoever has the token may take it, once.
CREATE TABLE invitaciones (
  id             text COLLATE "C" PRIMARY KEY,
  restaurante_id text COLLATE "C" NOT NULL REFERENCES restaurantes (id),
  email          text COLLATE "C" NOT NULL,
  rol            text NOT NULL,
  hash           text COLLATE "C" NOT NULL UNIQUE,
  usuario_id     text COLLATE "C" NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  creada_ms      bigint NOT NULL,
  expira_ms      bigint NOT NULL,
  UNIQUE (restaurante_id, email)
);
CREATE INDEX invitaciones_usuario ON invitaciones (usuario_id);

-- Second factors: passkeys, the codes of an app (`usuarios.totp`, sealed, and the last time step used), and what recovers them.
CREATE TABLE passkeys (
  id            text COLLATE "C" PRIMARY KEY,
  usuario_id    text COLLATE "C" NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  dominio       text NOT NULL,
  clave_publica bytea NOT NULL,
  contador      bigint NOT NULL,
  transportes   text NOT NULL,
  nombre        text NOT NULL,
  creada_ms     bigint NOT NULL,
  usada_ms      bigint
);
CREATE INDEX passkeys_usuario ON passkeys (usuario_id);

CREATE TABLE codigos_recuperacion (
  usuario_id text COLLATE "C" NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  hash       text COLLATE "C" NOT NULL,
  PRIMARY KEY (usuario_id, hash)
);

-- Questions that a browser has to answer within minutes, to sign in or to add a factor.
CREATE TABLE retos (
  hash       text COLLATE "C" PRIMARY KEY,
  usuario_id text COLLATE "C" NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  clase      text NOT NULL,
  datos      text NOT NULL,
  expira_ms  bigint NOT NULL
);
CREATE INDEX retos_usuario ON retos (usuario_id);

CREATE TABLE sesiones (
  hash       text COLLATE "C" PRIMARY KEY,
  usuario_id text COLLATE "C" NOT NULL REFERENCES usuarios (id) ON DELETE CASCADE,
  creada_ms  bigint NOT NULL,
  vista_ms   bigint NOT NULL,
  agente     text NOT NULL,
  red        text NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX sesiones_usuario ON sesiones (usuario_id);

-- Screens on a wall: whoever has the token sees the open orders of one restaurant, without a session. A revoked one is deleted.
CREATE TABLE pantallas (
  id             text COLLATE "C" PRIMARY KEY,
  restaurante_id text COLLATE "C" NOT NULL REFERENCES restaurantes (id),
  usuario_id     text COLLATE "C" NOT NULL REFERENCES usuarios (id),
  hash           text COLLATE "C" NOT NULL,
  nombre         text NOT NULL,
  clase          text NOT NULL,
  creada_ms      bigint NOT NULL,
  vista_ms       bigint
) WITH (fillfactor = 80);
CREATE INDEX pantallas_restaurante ON pantallas (restaurante_id);
CREATE INDEX pantallas_usuario ON pantallas (usuario_id);

-- Read links: whoever has the token gets one table over a range that rolls on, without customers. A revoked one stays, to be
-- answered as gone. No reference to its maker, who may be deleted.
CREATE TABLE enlaces (
  id             text COLLATE "C" PRIMARY KEY,
  restaurante_id text COLLATE "C" NOT NULL REFERENCES restaurantes (id),
  usuario_id     text COLLATE "C" NOT NULL,
  hash           text COLLATE "C" NOT NULL UNIQUE,
  nombre         text NOT NULL,
  tabla          text NOT NULL,
  rango          text NOT NULL,
  fecha          text NOT NULL,
  estilo         text NOT NULL,
  archivo        text,
  pista          text NOT NULL,
  creado_ms      bigint NOT NULL,
  expira_ms      bigint,
  revocado_ms    bigint,
  ultimo_uso_ms  bigint,
  usos           bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX enlaces_restaurante ON enlaces (restaurante_id);
CREATE INDEX enlaces_usuario ON enlaces (usuario_id);

-- Files that are sent by themselves: what, when and where to as JSON, the secret of the destination sealed. `siguiente` is the
-- first day of the next period. No reference to the person who answers for it, who may be deleted.
CREATE TABLE envios (
  id             text COLLATE "C" PRIMARY KEY,
  restaurante_id text COLLATE "C" NOT NULL REFERENCES restaurantes (id),
  usuario_id     text COLLATE "C" NOT NULL,
  nombre         text NOT NULL,
  que            text NOT NULL,
  cuando         text NOT NULL,
  destino        text NOT NULL,
  secreto        bytea,
  activo         boolean NOT NULL,
  creado_ms      bigint NOT NULL,
  siguiente      text NOT NULL,
  proximo_ms     bigint NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX envios_restaurante ON envios (restaurante_id);
CREATE INDEX envios_usuario ON envios (usuario_id);
CREATE INDEX envios_proximo ON envios (proximo_ms);

-- Their runs. `poseedor` is the process that works on one; `dudas` counts mails that were begun and whose end nobody knows.
CREATE TABLE ejecuciones (
  id             text COLLATE "C" PRIMARY KEY,
  envio_id       text COLLATE "C" NOT NULL,
  restaurante_id text COLLATE "C" NOT NULL,
  motivo         text NOT NULL,
  periodo        text NOT NULL,
  inicio         text NOT NULL,
  fin            text NOT NULL,
  estado         text NOT NULL,
  creada_ms      bigint NOT NULL,
  proximo_ms     bigint NOT NULL,
  intentos       bigint NOT NULL,
  dudas          bigint NOT NULL,
  poseedor       text,
  terminada_ms   bigint,
  archivo        text,
  bytes          bigint,
  sha256         text,
  fallo          text,
  detalle        text
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX ejecuciones_una ON ejecuciones (envio_id, periodo) WHERE motivo = 'programada';
CREATE INDEX ejecuciones_envio ON ejecuciones (envio_id, creada_ms);
CREATE INDEX ejecuciones_debidas ON ejecuciones (proximo_ms) WHERE estado = 'pendiente';
CREATE INDEX ejecuciones_restaurante ON ejecuciones (restaurante_id);

CREATE TABLE auditoria (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  momento_ms     bigint NOT NULL,
  actor          text NOT NULL,
  accion         text NOT NULL,
  objeto         text NOT NULL,
  restaurante_id text COLLATE "C",
  detalle        text NOT NULL,
  repetida       text COLLATE "C" UNIQUE,
  veces          integer NOT NULL DEFAULT 1
);
CREATE INDEX auditoria_restaurante ON auditoria (restaurante_id, id);
CREATE INDEX auditoria_momento ON auditoria (momento_ms, id);
CREATE INDEX auditoria_copias ON auditoria (momento_ms) WHERE accion IN ('copia.hecha', 'copia.fallida');

-- Random bytes that all processes share (storage/port/store.ts: SecretName).
CREATE TABLE secrets (
  name  text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL
);

-- `llaves` is another number whenever a key, or whether its restaurant is active, may have changed: what was read of keys
-- may be believed for as long as it stays the same. `lanes_due` is when a process last looked for due deliveries.
CREATE TABLE shared_numbers (
  name  text COLLATE "C" PRIMARY KEY,
  value bigint NOT NULL
);
INSERT INTO shared_numbers (name, value) VALUES ('llaves', 0);

-- What is wrong with a restaurant, or (without one) with the service, from its begin to its end; `vista_*`: who said that they know.
CREATE TABLE condiciones (
  id             text COLLATE "C" PRIMARY KEY,
  restaurante_id text COLLATE "C",
  tipo           text NOT NULL,
  objeto         text NOT NULL,
  nombre         text NOT NULL,
  detalle        text NOT NULL,
  etapa          integer NOT NULL,
  desde_ms       bigint NOT NULL,
  hasta_ms       bigint,
  recordatorios  bigint NOT NULL,
  vista_ms       bigint,
  vista_por      text
);
CREATE UNIQUE INDEX condiciones_abiertas ON condiciones (tipo, objeto, coalesce(restaurante_id, '')) WHERE hasta_ms IS NULL;
CREATE INDEX condiciones_historia ON condiciones (coalesce(restaurante_id, ''), desde_ms);
CREATE INDEX condiciones_hasta ON condiciones (hasta_ms);

-- What people have not been told yet, and calls that the operator's webhook is owed.
CREATE TABLE condition_notices (
  usuario_id   text COLLATE "C" NOT NULL,
  condicion_id text COLLATE "C" NOT NULL,
  que          text NOT NULL,
  creado_ms    bigint NOT NULL,
  PRIMARY KEY (usuario_id, condicion_id, que)
);
CREATE INDEX condition_notices_creado ON condition_notices (creado_ms);
CREATE TABLE condition_calls (
  condicion_id text COLLATE "C" NOT NULL,
  que          text NOT NULL,
  intentos     bigint NOT NULL,
  proximo_ms   bigint NOT NULL,
  PRIMARY KEY (condicion_id, que)
);

-- Which mail a person wants of conditions. Without a row: all, in Spanish.
CREATE TABLE notice_preferences (
  usuario_id  text COLLATE "C" PRIMARY KEY,
  correo      boolean NOT NULL,
  silenciadas text NOT NULL,
  idioma      text NOT NULL
);

-- Periodic work that one process at a time does, and the processes themselves, each by its name.
CREATE TABLE leases (
  name     text COLLATE "C" PRIMARY KEY,
  owner    text NOT NULL,
  since_ms bigint NOT NULL,
  until_ms bigint NOT NULL
);

-- Mail that waits to be sent: sealed, whole messages. A claim by a process moves `due_ms`, so that another takes it if that dies.
CREATE TABLE mails (
  id         text COLLATE "C" PRIMARY KEY,
  recipient  text NOT NULL,
  sealed     bytea NOT NULL,
  created_ms bigint NOT NULL,
  due_ms     bigint NOT NULL,
  attempts   integer NOT NULL
);
CREATE INDEX mails_due ON mails (due_ms);

-- When each attempt to sign in came that still counts: milliseconds, ascending.
CREATE TABLE sign_in_windows (
  bucket   text COLLATE "C" PRIMARY KEY,
  moments  text NOT NULL,
  until_ms bigint NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX sign_in_windows_until ON sign_in_windows (until_ms);

-- When the requests of each bucket came that still count. Not logged: a crash of the server forgets a
-- minute of counting, and every request would pay for remembering it. No index by time either: what no longer counts is
-- found bucket by bucket.
CREATE UNLOGGED TABLE rate_windows (
  bucket   text COLLATE "C" PRIMARY KEY,
  moments  bigint[] NOT NULL,
  taken    integer NOT NULL,
  until_ms bigint NOT NULL
) WITH (fillfactor = 50);

-- How many streams, or exports, each process has open for a key: {"process": [connections, lease in ms]}. Not logged: a
-- crash of the server ends nobody's stream, and processes say it again within a lease.
CREATE UNLOGGED TABLE connection_leases (
  llave_id  text COLLATE "C" PRIMARY KEY,
  processes jsonb NOT NULL,
  until_ms  bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX connection_leases_until ON connection_leases (until_ms);
