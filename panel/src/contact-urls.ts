// A customer types these in: no character may begin another part of the URL.

/** `ana@x.example?bcc=…` would send a copy to somebody else. */
export const mailtoUrl = (email: string): string =>
  `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`;

export const telUrl = (telefono: string): string => `tel:${telefono.replace(/[^\d+*]/g, '')}`;
