import { nameThisAddress } from './address.ts';
import { offerCopies } from './copy.ts';
import { offerSearch } from './search.ts';

nameThisAddress();
offerCopies(document);
offerSearch();
if (document.querySelector('.try') !== null) {
  void import('./try/try.ts').then(({ offerTries }) => offerTries());
}
