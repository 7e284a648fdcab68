import type { Llave } from '../../api/wire.ts';
import { publicApiUrl } from '../../base-path.ts';
import type { Language } from '../../parts/snippets.tsx';

/** A sample operation for each scope. */
const SAMPLE_PATHS = {
  'pedidos.leer': '/pedidos?limite=5',
  'carta.leer': '/carta',
  'restaurante.leer': '/restaurante',
  'stream.escuchar': '/stream',
  'webhook.recibir': '/webhooks',
} as const;

/** A request with this key, to be pasted and run. */
export const keySnippets = (token: string, { alcances }: Llave): Record<Language, string> => {
  const alcance = alcances[0] ?? 'pedidos.leer';
  const url = `${publicApiUrl()}${SAMPLE_PATHS[alcance]}`;
  const isStream = alcance === 'stream.escuchar';
  return {
    curl: `curl ${isStream ? '-N ' : ''}-H "Authorization: Bearer ${token}" "${url}"`,
    TypeScript: `const response = await fetch('${url}', {
  headers: { Authorization: 'Bearer ${token}' },
});
for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
  process.stdout.write(text);
}`,
    Python: `import urllib.request

request = urllib.request.Request(
    "${url}",
    headers={"Authorization": "Bearer ${token}"},
)
with urllib.request.urlopen(request) as response:
    for line in response:
        print(line.decode(), end="", flush=True)`,
    PHP: `<?php
$context = stream_context_create(['http' => [
    'header' => 'Authorization: Bearer ${token}',
    'ignore_errors' => true,
]]);
$response = fopen('${url}', 'r', false, $context);
while (($line = fgets($response)) !== false) {
    echo $line;
}`,
  };
};
