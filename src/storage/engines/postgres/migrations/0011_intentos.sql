-- Attempts of a delivery that later ones have replaced, oldest first.
ALTER TABLE entregas ADD COLUMN anteriores JSONB;

-- Attempts of each webhook by the hour.
CREATE TABLE webhooks_horas (
  restaurante_id  TEXT NOT NULL,
  webhook_id      TEXT NOT NULL,
  hora            BIGINT NOT NULL,
  exitos          BIGINT NOT NULL,
  fallos          BIGINT NOT NULL,
  duracion_ms     BIGINT NOT NULL,
  duracion_max_ms BIGINT NOT NULL,
  PRIMARY KEY (restaurante_id, webhook_id, hora)
);
