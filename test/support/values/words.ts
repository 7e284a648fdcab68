/** The words of a text: a long list without quotes and commas. */
export const words = (text: string): string[] => text.trim().split(/\s+/);

/** The words of each line of a text: a table without quotes and commas. */
export const table = (text: string): string[][] => text.trim().split('\n').map(words);
