CREATE TABLE caja_cuartos (
  restaurante_id TEXT NOT NULL,
  fecha          TEXT NOT NULL,
  inicio         INTEGER NOT NULL,
  sumas          TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, fecha, inicio)
) STRICT, WITHOUT ROWID;
CREATE TABLE caja_dias (
  restaurante_id TEXT NOT NULL,
  fecha          TEXT NOT NULL,
  dia            TEXT NOT NULL,
  sumas          TEXT NOT NULL,
  PRIMARY KEY (restaurante_id, fecha, dia)
) STRICT, WITHOUT ROWID;
