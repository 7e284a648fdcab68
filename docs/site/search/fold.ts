/**
 * Drops letter case and accents, but keeps ñ, which is a letter of its own: «año» is no «ano». Each character stays one, so
 * that positions in the folded text and in the text agree.
 */
export const fold = (text: string): string => Array.from(text.normalize('NFC'), foldChar).join('');

const foldChar = (char: string): string => {
  const lower = char.toLowerCase();
  if (lower === 'ñ') return lower;
  const [base = char] = lower.normalize('NFD');
  return base.length === char.length ? base : char;
};
