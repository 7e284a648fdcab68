-- Keys compare by bytes (COLLATE "C"), so that id order is the same here and in JavaScript.
--
-- On Citus, tables with a restaurante_id in their primary key are distributed by it, and restaurantes,
-- llaves, usuarios and auditoria are reference tables: small, seldom written, and joined from any
-- shard. Foreign keys are only among the latter. No transaction of the log leaves its shard.

CREATE TABLE restaurantes (
  id            text COLLATE "C" PRIMARY KEY,
  slug          text NOT NULL,
  nombre        text NOT NULL,
  zona_horaria  text NOT NULL,
  activo        boolean NOT NULL,
  ingesta       boolean NOT NULL,
  perfil        text NOT NULL
);

-- The hot row of a restaurant, apart from its profile. `version` grows with every commit.
-- id_min to desorden_ms: how far id order strays from creation order (domain/log/id-skew.ts).
-- Updated at every commit. No index changes with it and half of each page stays free, so that a new
-- version stays on its page (HOT) and the page cleans itself: 5,000 commits left one page behind.
CREATE TABLE registros (
  restaurante_id text COLLATE "C" PRIMARY KEY,
  log_tag        text NOT NULL,
  secuencia      bigint NOT NULL DEFAULT 0,
  version        bigint NOT NULL DEFAULT 0,
  id_min         text COLLATE "C",
  id_max         text COLLATE "C",
  creado_min_ms  bigint,
  creado_max_ms  bigint,
  desorden_ms    bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE documentos (
  restaurante_id text COLLATE "C" NOT NULL,
  clase          text COLLATE "C" NOT NULL,
  cuerpo         text NOT NULL,
  PRIMARY KEY (restaurante_id, clase)
);

-- creado_ms is part of the key for the sake of its index: a list by id that asks for a time range
-- then decides on the index alone. That ids are unique is the log's doing, under its lock.
-- Each change of state leaves a dead version behind: vacuum comes sooner than after a fifth of all
-- orders ever sold, or walks over the newest orders of a state would pass ever more dead entries.
CREATE TABLE pedidos (
  restaurante_id text COLLATE "C" NOT NULL,
  id             text COLLATE "C" NOT NULL,
  estado         text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  creado_ms      bigint NOT NULL,
  entradas       integer NOT NULL,
  huella         bigint NOT NULL,
  cuerpo         text NOT NULL,
  PRIMARY KEY (restaurante_id, id, creado_ms)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
-- POSIX is C by another name. For the planner they are two, so that a query that asks for POSIX order
-- has this index and no other: left to choose, it takes the primary key as soon as it expects few rows,
-- and walks the whole history in search of a rare state.
CREATE INDEX pedidos_estado ON pedidos (restaurante_id, estado, tipo, id COLLATE "POSIX", creado_ms);
CREATE INDEX pedidos_creado ON pedidos (restaurante_id, creado_ms, id, estado, tipo);

CREATE TABLE historial (
  restaurante_id text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  n              integer NOT NULL,
  cuerpo         text NOT NULL,
  PRIMARY KEY (restaurante_id, pedido_id, n)
);

CREATE TABLE eventos (
  restaurante_id text COLLATE "C" NOT NULL,
  secuencia      bigint NOT NULL,
  id             text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  creado_ms      bigint NOT NULL,
  cuerpo         text NOT NULL,
  PRIMARY KEY (restaurante_id, secuencia)
);

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

-- Orders per UTC day (and block of days), state and type: totals of any filter without counting
-- orders (storage/pedidos/conteos.ts).
CREATE TABLE conteos (
  restaurante_id text COLLATE "C" NOT NULL,
  dias           integer NOT NULL,
  inicio         bigint NOT NULL,
  estado         text COLLATE "C" NOT NULL,
  tipo           text COLLATE "C" NOT NULL,
  pedidos        bigint NOT NULL,
  PRIMARY KEY (restaurante_id, dias, inicio, estado, tipo)
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

CREATE TABLE usuarios (
  id              text COLLATE "C" PRIMARY KEY,
  email           text COLLATE "C" NOT NULL UNIQUE,
  restaurante_id  text COLLATE "C" REFERENCES restaurantes (id),
  creado_ms       bigint NOT NULL,
  alta_hash       text COLLATE "C",
  alta_expira_ms  bigint
);

CREATE TABLE auditoria (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  momento_ms     bigint NOT NULL,
  actor          text NOT NULL,
  accion         text NOT NULL,
  objeto         text NOT NULL,
  restaurante_id text COLLATE "C",
  detalle        text NOT NULL
);
CREATE INDEX auditoria_restaurante ON auditoria (restaurante_id, id);

-- Random bytes that all processes share (storage/port/store.ts: SecretName).
CREATE TABLE secretos (
  nombre text COLLATE "C" PRIMARY KEY,
  valor  bytea NOT NULL
);

-- When the requests of each bucket came that still count. Not logged: a crash of the server forgets a
-- minute of counting, and every request would pay for remembering it.
CREATE UNLOGGED TABLE ventanas (
  clave    text COLLATE "C" PRIMARY KEY,
  momentos bigint[] NOT NULL,
  tomados  integer NOT NULL,
  hasta_ms bigint NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX ventanas_hasta ON ventanas (hasta_ms);
