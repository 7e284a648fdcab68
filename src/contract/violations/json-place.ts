/** The position of a syntax error in JSON; '' if it is unknown. The engine's message quotes the text, which may hold personal data. */
export const jsonPlace = (error: unknown): string => {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? '' : ` (posición ${position})`;
};
