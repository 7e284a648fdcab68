import { useWords } from '../../i18n/lang.ts';
import { Button } from '../button.tsx';

type Paper = 'ticket' | 'page';

const TICKET_MM = 80;
const MM_PER_PX = 25.4 / 96;
const FEED_MM = 8;

/** A roll has no length of its own: the paper is as long as the ticket. */
const ticketSheet = (): CSSStyleSheet => {
  const px = document.querySelector<HTMLElement>('.paper-ticket')?.offsetHeight ?? 0;
  const lengthMm = Math.ceil(px * MM_PER_PX + FEED_MM);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`@page { size: ${TICKET_MM}mm ${lengthMm}mm; margin: 0 }`);
  return sheet;
};

const print = (paper: Paper): void => {
  const { documentElement: root } = document;
  root.dataset['paper'] = paper;
  document.adoptedStyleSheets = paper === 'ticket' ? [ticketSheet()] : [];
  // Restores on an event, because an iPad's `print` does not wait until it has printed.
  const restore = () => {
    delete root.dataset['paper'];
    document.adoptedStyleSheets = [];
  };
  addEventListener('afterprint', restore, { once: true });
  window.print();
};

export const PrintButtons = () => {
  const { t } = useWords();
  return (
    <div className="row tight">
      <Button small icon="printer" onClick={() => print('ticket')}>
        {t('order.printTicket')}
      </Button>
      <Button small icon="printer" onClick={() => print('page')}>
        {t('order.printPage')}
      </Button>
    </div>
  );
};
