<?php
// To try it: php -S 127.0.0.1:9000 webhook-receive.php

$secreto = getenv('SECRETO_FIRMA');
// An empty key would accept what anybody signs with it.
if (!is_string($secreto) || !preg_match('/^[0-9a-f]{64}$/D', $secreto)) {
    http_response_code(500);
    exit('SECRETO_FIRMA has to be the secreto_firma of the webhook');
}
$body = file_get_contents('php://input');

// region
// Over the bytes as they came: parsed and written again,
// they would no longer be the same.
$expected = hash_hmac('sha256', $body, $secreto);
$isSigned = hash_equals($expected, $_SERVER['HTTP_X_SVC_FIRMA'] ?? '');
// endregion
if (!$isSigned) {
    http_response_code(401);
    exit('firma incorrecta');
}

$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);

// An order that was invented for a test.
if (str_starts_with($event['datos']['pedido']['id'], 'ped_prueba')) {
    http_response_code(204);
    exit;
}

// The id names the file, so what comes again is not stored again. It gets its name once it is whole:
// half a file, of a full disk or a crash, must not pass for the event. Anything slow is done later, from here.
is_dir('recibidos') || mkdir('recibidos');
$file = "recibidos/{$event['id']}.json";
if (!file_exists($file)) {
    $part = "$file." . getmypid() . '.part';
    if (@file_put_contents($part, $body) !== strlen($body) || !rename($part, $file)) {
        http_response_code(500);
        exit('not stored');
    }
    error_log("{$event['tipo']} {$event['datos']['pedido']['numero']}");
}
http_response_code(204);
