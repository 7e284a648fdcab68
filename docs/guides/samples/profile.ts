const { COMANDA_URL = 'http://127.0.0.1:8080/api', COMANDA_KEY = '' } = process.env;

const response = await fetch(`${COMANDA_URL}/restaurante`, {
  headers: { Authorization: `Bearer ${COMANDA_KEY}` },
});

if (!response.ok) {
  const { codigo, error } = (await response.json()) as { codigo: string; error: string };
  throw new Error(`${response.status} ${codigo}: ${error}`);
}

const { nombre, zona_horaria } = (await response.json()) as Record<string, string>;
console.log(`${nombre} (${zona_horaria})`);
