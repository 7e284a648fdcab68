-- The hour at which the day of the panel begins, as each restaurant chooses it.
ALTER TABLE restaurantes ADD COLUMN corte INTEGER NOT NULL DEFAULT 5;

-- The summary per quarter of an hour since the epoch: the panel's days, hours and weekdays, in any zone.
CREATE TABLE resumen_cuartos (
  restaurante_id TEXT NOT NULL,
  inicio         INTEGER NOT NULL,
  pedidos        INTEGER NOT NULL DEFAULT 0,
  cancelados     INTEGER NOT NULL DEFAULT 0,
  ventas_cents   INTEGER NOT NULL DEFAULT 0,
  reparto        INTEGER NOT NULL DEFAULT 0,
  recogida       INTEGER NOT NULL DEFAULT 0,
  mesa           INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (restaurante_id, inicio)
) STRICT, WITHOUT ROWID;
INSERT INTO resumen_cuartos
SELECT restaurante_id, creado_ms / 900000, sum(estado <> 'cancelado'), sum(estado = 'cancelado'),
       sum(iif(estado = 'cancelado', 0, cuerpo ->> '$.totales.total_cents')),
       sum(estado <> 'cancelado' AND tipo = 'reparto'), sum(estado <> 'cancelado' AND tipo = 'recogida'),
       sum(estado <> 'cancelado' AND tipo = 'mesa')
FROM pedidos GROUP BY 1, 2;

-- Leads from an order's number, invoice and payments to the order. order_references() is a function of the
-- program (driver/migrate.ts).
CREATE TABLE pedidos_referencias (
  restaurante_id TEXT NOT NULL,
  referencia     TEXT NOT NULL,
  pedido_id      TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, referencia, pedido_id)
) STRICT, WITHOUT ROWID;
INSERT INTO pedidos_referencias
SELECT p.restaurante_id, r.value, p.id FROM pedidos p, json_each(order_references(p.cuerpo)) r ORDER BY 1, 2, 3;
