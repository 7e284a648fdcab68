/** The browser and the system that a user agent names. */
export const deviceName = (agente: string): string => {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\/(\d+)/.exec(agente);
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(agente);
  if (browser === null) return agente === '' ? '—' : agente;
  const name = { Edg: 'Edge', OPR: 'Opera' }[browser[1] ?? ''] ?? browser[1];
  return [`${name} ${browser[2]}`, system?.[1]].filter(Boolean).join(' · ');
};
