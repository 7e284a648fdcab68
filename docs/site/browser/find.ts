/** The element that the build has written into the page. */
export const find = <T extends Element = HTMLElement>(within: ParentNode, selector: string): T => {
  const found = within.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
};
