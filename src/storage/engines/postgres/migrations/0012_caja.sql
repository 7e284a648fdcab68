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
