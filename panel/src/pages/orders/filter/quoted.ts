/** A search in quotation marks looks at dishes and addresses too, also if a customer is called so. */
export const quoted = (text: string): string => `"${text.replaceAll('"', '')}"`;
