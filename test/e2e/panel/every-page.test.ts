import { everyPage } from './every-page.ts';
import { inOneHouse } from './one-house.ts';

// Beside what people do in the panel, not after it: looking at every page takes as long as all of that.
inOneHouse('every page of the panel in a real browser', everyPage);
