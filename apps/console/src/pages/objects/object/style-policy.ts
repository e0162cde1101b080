/**
 * Makes the elements of a page keep to its policy, until the returned function is called: the policy forbids style
 * elements and style attributes, and the library of the terminal makes both, with the document of the page. Style
 * elements become sheets made by script, style attributes declarations set by script, which the policy allows.
 */
export function keepStylePolicy(page: Document): () => void {
  const sheets: CSSStyleSheet[] = [];
  const create = page.createElement.bind(page) as (name: string, options?: ElementCreationOptions) => HTMLElement;
  Object.defineProperty(page, 'createElement', {
    configurable: true,
    value: (name: string, options?: ElementCreationOptions) =>
      name === 'style' ? styleElement(page, create('span'), sheets) : withStyleAttribute(create(name, options)),
  });
  return () => {
    Reflect.deleteProperty(page, 'createElement');
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

/** Returns the element as one that holds its rules in a sheet of the page. */
function styleElement(page: Document, element: HTMLElement, sheets: CSSStyleSheet[]): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheets.push(sheet);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
  element.hidden = true;
  Object.defineProperty(element, 'textContent', { set: (rules: string) => sheet.replaceSync(rules) });
  return element;
}

function withStyleAttribute(element: HTMLElement): HTMLElement {
  const set = element.setAttribute.bind(element);
  element.setAttribute = (name, value) => {
    if (name === 'style') element.style.cssText = value;
    else set(name, value);
  };
  return element;
}
