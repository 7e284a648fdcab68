-- Screens on a wall: whoever has the token sees the open orders of one restaurant, without a session. A revoked one is deleted.
-- On Citus a reference table like sesiones.
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
