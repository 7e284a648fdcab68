-- Attempts of a delivery that later ones have replaced: JSON, oldest first.
ALTER TABLE entregas ADD COLUMN anteriores TEXT;

-- Attempts of each webhook by the hour.
CREATE TABLE webhooks_horas (
  restaurante_id  TEXT NOT NULL,
  webhook_id      TEXT NOT NULL,
  hora            INTEGER NOT NULL,
  exitos          INTEGER NOT NULL,
  fallos          INTEGER NOT NULL,
  duracion_ms     INTEGER NOT NULL,
  duracion_max_ms INTEGER NOT NULL,
  PRIMARY KEY (restaurante_id, webhook_id, hora)
) STRICT, WITHOUT ROWID;
