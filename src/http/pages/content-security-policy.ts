/** The header's value: only the given sources may load, and no other site may frame the page. */
export const contentSecurityPolicy = (sources: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...sources,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
