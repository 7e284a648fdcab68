/** Words, in the languages that guests write in, after which a dish may make somebody ill. */
const ALLERGY =
  /al[eè]rg|allerg|cel[ií]a|coeliac|cœliaque|zöliak|intoleran|anafil|anaphyl|(?:sin|no|without|libre de|ohne|sans|senza) (?:gluten|lactosa|lactose|frutos secos|cacahuetes?|nueces|nuts|peanuts?|marisco|shellfish|huevo|egg|soja|soy|sésamo|sesame)|gluten[- ]?free|lactose[- ]?free/i;

/** Whether a note or an option speaks of an allergy. A false alarm costs a look, a missed one a guest. */
export const isAllergy = (text: string): boolean => ALLERGY.test(text.normalize('NFC'));
