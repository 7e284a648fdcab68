import { mailtoUrl, telUrl } from '../contact-urls.ts';

export const MailLink = ({ email }: { email: string }) => <a href={mailtoUrl(email)}>{email}</a>;

export const PhoneLink = ({ telefono }: { telefono: string }) => (
  <a href={telUrl(telefono)}>{telefono}</a>
);
