/** The only reader of the clock: everything else takes the time as an argument. */
export const nowMs = (): number => Date.now();
