-- Which days brought the most?
SELECT dia, pedidos, ventas_cents / 100.0 AS ventas, ticket_medio_cents / 100.0 AS ticket_medio
FROM ventas_por_dia
ORDER BY ventas_cents DESC, dia DESC
LIMIT 28;

-- What sells best, and with which share of all sales?
SELECT nombre, unidades, ventas_cents / 100.0 AS ventas,
  round(100.0 * ventas_cents / sum(ventas_cents) OVER (), 1) AS porcentaje
FROM ventas_por_producto
ORDER BY ventas_cents DESC, nombre
LIMIT 10;

-- Which customers with consent bought the most, and when did they last?
SELECT nombre, telefono, pedidos, ventas_cents / 100.0 AS ventas, ultimo_pedido
FROM clientes
WHERE consintio_marketing
ORDER BY ventas_cents DESC, clave
LIMIT 20;
