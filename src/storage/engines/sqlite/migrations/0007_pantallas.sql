-- Screens on a wall: whoever has the token sees the open orders of one restaurant, without a session. A revoked one is deleted.
CREATE TABLE pantallas (
  id             TEXT PRIMARY KEY,
  restaurante_id TEXT NOT NULL REFERENCES restaurantes (id),
  usuario_id     TEXT NOT NULL REFERENCES usuarios (id),
  hash           TEXT NOT NULL,
  nombre         TEXT NOT NULL,
  clase          TEXT NOT NULL,
  creada_ms      INTEGER NOT NULL,
  vista_ms       INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX pantallas_restaurante ON pantallas (restaurante_id);
CREATE INDEX pantallas_usuario ON pantallas (usuario_id);
