/** The only reader of the clock: everything else is handed a moment. */
export const nowMs = (): number => Date.now();
