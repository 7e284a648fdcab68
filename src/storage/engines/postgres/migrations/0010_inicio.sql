-- The hour at which the day of the panel begins, as each restaurant chooses it.
ALTER TABLE restaurantes ADD COLUMN corte integer NOT NULL DEFAULT 5;

-- This reads whole tables, and nobody writes orders meanwhile.
SET LOCAL enable_seqscan = on;
SET LOCAL enable_sort = on;
LOCK TABLE pedidos IN SHARE MODE;

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
INSERT INTO resumen_cuartos
SELECT restaurante_id, creado_ms / 900000, count(*) FILTER (WHERE estado <> 'cancelado'),
       count(*) FILTER (WHERE estado = 'cancelado'),
       coalesce(sum((cuerpo::json #>> '{totales,total_cents}')::bigint) FILTER (WHERE estado <> 'cancelado'), 0),
       count(*) FILTER (WHERE estado <> 'cancelado' AND tipo = 'reparto'),
       count(*) FILTER (WHERE estado <> 'cancelado' AND tipo = 'recogida'),
       count(*) FILTER (WHERE estado <> 'cancelado' AND tipo = 'mesa')
FROM pedidos GROUP BY 1, 2;

-- Leads from an order's number, invoice and payments to the order, as domain/pedido/referencias.ts writes them.
CREATE TABLE pedidos_referencias (
  restaurante_id text COLLATE "C" NOT NULL,
  referencia     text COLLATE "C" NOT NULL,
  pedido_id      text COLLATE "C" NOT NULL,
  PRIMARY KEY (restaurante_id, referencia, pedido_id)
);
INSERT INTO pedidos_referencias
SELECT restaurante_id, referencia, id
FROM (
  SELECT p.restaurante_id, p.id, left(lower(regexp_replace(normalize(v.valor, NFD), '[^a-zA-Z0-9]', '', 'g') COLLATE "C"), 100) AS referencia
  FROM (SELECT restaurante_id, id, cuerpo::json AS pedido FROM pedidos) p
  CROSS JOIN LATERAL (
    SELECT p.pedido #>> '{fiscal,factura_numero}' AS valor
    UNION ALL SELECT p.pedido #>> '{pago,referencia_externa}'
    UNION ALL SELECT e ->> 'referencia_externa' FROM json_array_elements(p.pedido #> '{pago,pagos}') e
  ) v
  UNION
  SELECT restaurante_id, id, split_part(cuerpo::json ->> 'numero', '-', 2) || '-' || split_part(cuerpo::json ->> 'numero', '-', 1)
  FROM pedidos
) r WHERE referencia <> '';
