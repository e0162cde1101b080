/** Attributes of elements that hold addresses (`atomsToAttrs` of upstream's proxy transport). */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  applet: ['codebase'],
  area: ['href'],
  audio: ['src'],
  base: ['href'],
  blockquote: ['cite'],
  body: ['background'],
  button: ['formaction'],
  command: ['icon'],
  del: ['cite'],
  embed: ['src'],
  form: ['action'],
  frame: ['longdesc', 'src'],
  head: ['profile'],
  html: ['manifest'],
  iframe: ['longdesc', 'src'],
  img: ['longdesc', 'src', 'usemap'],
  input: ['src', 'usemap', 'formaction'],
  ins: ['cite'],
  link: ['href'],
  object: ['classid', 'codebase', 'data', 'usemap'],
  q: ['cite'],
  script: ['src'],
  source: ['src'],
  video: ['poster', 'src'],
};
const TAG = /<([a-zA-Z]+)(\s[^<>]*)>/g;
const ATTRIBUTE = /\s([\w-]{1,20})="([^"]*)"/g;

/** An address from the root of a server as it is reached through a proxy; others, and those that are so already, stay. */
export function throughProxy(address: string, proxied: string): string {
  return /^\/(?!\/)/.test(address) && !address.startsWith(`${proxied}/`) ? proxied + address : address;
}

/** The links of a page, made to lead through the proxy (`rewriteHTML` upstream). */
export function rewriteLinks(page: string, proxied: string): string {
  return page.replace(TAG, (tag: string, element: string, rest: string) => {
    const names = ATTRIBUTES[element.toLowerCase()];
    if (!names) return tag;
    const rewritten = rest.replace(ATTRIBUTE, (whole: string, name: string, value: string) =>
      names.includes(name.toLowerCase()) ? `${whole[0]!}${name}="${throughProxy(value, proxied)}"` : whole,
    );
    return `<${element}${rewritten}>`;
  });
}
