/** A shorter number is never a whole phone number. */
export const PHONE_DIGITS_MIN = 7;

/** The digits of a phone number, without the 00 of an international one: two ways to write a number are the same. */
export const phoneDigits = (telefono: string): string =>
  telefono.replace(/\D/g, '').replace(/^00/, '');

const ONE_DIGIT_CODES = /^[17]/;
const TWO_DIGIT_CODES = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The country calling code of a phone number that is written with one. */
export const callingCode = (telefono: string): string | null => {
  const [, digits = ''] = /^\s*(?:\+|00)([\d\s()./-]+)$/.exec(telefono) ?? [];
  const number = digits.replace(/\D/g, '');
  if (number === '') return null;
  if (ONE_DIGIT_CODES.test(number)) return number.slice(0, 1);
  return number.slice(0, TWO_DIGIT_CODES.test(number) ? 2 : 3);
};

/** The ways in which a number may be written, digits only: customers write theirs with and without the calling code `code`. */
export const phoneVariants = (digits: string, code: string | null): string[] => {
  if (code === null) return [digits];
  return digits.startsWith(code) && digits.length > PHONE_DIGITS_MIN + code.length
    ? [digits, digits.slice(code.length)]
    : [digits, `${code}${digits}`];
};
