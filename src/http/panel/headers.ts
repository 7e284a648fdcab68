/**
 * On everything below /panel. The page runs our own files and nothing inline, talks to our origin
 * alone, and cannot be put into a frame.
 */
const POLICY = Object.entries({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
})
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

const UNUSED_POWERS = [
  ...['camera', 'microphone', 'geolocation', 'payment', 'usb', 'serial', 'hid'],
  ...['midi', 'accelerometer', 'gyroscope', 'magnetometer', 'display-capture'],
];

export const PANEL_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'permissions-policy': UNUSED_POWERS.map((power) => `${power}=()`).join(', '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

/** What the API answers is one person's: no cache may keep it, the browser's own included. */
export const PRIVATE_HEADERS: Readonly<Record<string, string>> = {
  ...PANEL_HEADERS,
  'cache-control': 'no-store',
  vary: 'Accept-Encoding, Cookie',
};
