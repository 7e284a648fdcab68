import { useWords } from '../../i18n/lang.ts';
import { CopyBox } from '../../parts/copy.tsx';
import { ShowOnce } from '../../parts/dialogs/show-once.tsx';
import { type Language, Snippets } from '../../parts/snippets.tsx';

/** A check of the signature with this secret; with curl, a signed request to a receiver on this machine. */
const secretSnippets = (secreto: string): Record<Language, string> => ({
  curl: `secreto=${secreto}
cuerpo='{"id":"evt_prueba_1","tipo":"pedido.nuevo","datos":{"pedido":{"id":"ped_prueba_1"}}}'
firma=$(printf %s "$cuerpo" | openssl dgst -sha256 -hmac "$secreto" -r | cut -d' ' -f1)
curl -i http://127.0.0.1:9000 -H 'Content-Type: application/json' \\
  -H "X-Svc-Firma: $firma" -H 'X-Svc-Evento: pedido.nuevo' \\
  -H 'X-Svc-Id: evt_prueba_1' -H 'X-Svc-Intento: 1' -d "$cuerpo"`,
  TypeScript: `import { createHmac, timingSafeEqual } from 'node:crypto';

const SECRETO = '${secreto}';

/** body: the bytes as they came; firma: the header X-Svc-Firma. */
function isSigned(body: Buffer, firma: unknown): boolean {
  const expected = createHmac('sha256', SECRETO).update(body).digest();
  if (typeof firma !== 'string' || !/^[0-9a-f]{64}$/.test(firma)) return false;
  return timingSafeEqual(Buffer.from(firma, 'hex'), expected);
}`,
  Python: `import hashlib
import hmac

SECRETO = "${secreto}"


# body: the bytes as they came; firma: the header X-Svc-Firma.
def is_signed(body: bytes, firma: str) -> bool:
    expected = hmac.new(SECRETO.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), firma.encode())`,
  PHP: `<?php
$secreto = '${secreto}';
$body = file_get_contents('php://input');
$expected = hash_hmac('sha256', $body, $secreto);
if (!hash_equals($expected, $_SERVER['HTTP_X_SVC_FIRMA'] ?? '')) {
    http_response_code(401);
    exit;
}`,
});

export const ShowSecret = ({
  title,
  secreto,
  note,
  onDone,
}: {
  title: string;
  secreto: string;
  note?: string;
  onDone?: () => void;
}) => {
  const { t } = useWords();
  return (
    <ShowOnce
      title={title}
      warning={t('hooks.once')}
      guide="webhooks"
      done={t('hooks.saved')}
      onDone={onDone}
    >
      {note !== undefined && <p>{note}</p>}
      <CopyBox text={secreto} label={t('hooks.secret')} />
      <Snippets label={t('hooks.verify')} code={secretSnippets(secreto)} />
    </ShowOnce>
  );
};
