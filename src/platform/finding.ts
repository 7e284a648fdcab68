/** One line of `comanda doctor`. A fault stops the service or loses something; a warning may. */
export interface Finding {
  state: 'ok' | 'warning' | 'fault';
  detail: string;
  /** An action for the operator; null if there is none to take. */
  advice: string | null;
}

export const ok = (detail: string): Finding => ({ state: 'ok', detail, advice: null });
export const warning = (detail: string, advice: string): Finding => ({
  state: 'warning',
  detail,
  advice,
});
export const fault = (detail: string, advice: string): Finding => ({
  state: 'fault',
  detail,
  advice,
});

/** The findings of a database, by their names. */
export interface Examination {
  findings: ReadonlyMap<string, Finding>;
  /** Whether it has our schema, so that opening it changes nothing. */
  isCurrent: boolean;
}
