/**
 * On everything below `/panel`: the page loads our own files, runs nothing inline and calls no other origin. Pictures may come
 * from elsewhere: a restaurant's logo is on its own site.
 */
export const PANEL_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
    "script-src 'self'; style-src 'self'; img-src 'self' https:; font-src 'self'; " +
    "connect-src 'self'; manifest-src 'self'",
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), ' +
    'accelerometer=(), gyroscope=(), magnetometer=(), display-capture=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

/** On the API's answers: they are one person's, so that no cache may keep them, not even the browser's. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  ...PANEL_HEADERS,
  'cache-control': 'no-store',
  vary: 'Accept-Encoding, Cookie',
};
