const MARKS = /\p{M}/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}]+/u;

/** Removes case and accents, so that «jose» finds «José». */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(MARKS, '').toLowerCase();

/** The words of a text, folded, each once. */
export const foldedWords = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(BETWEEN_WORDS)
      .filter((word) => word !== ''),
  ),
];
