const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** Returns a word of a command line, quoted for a shell; `instead` replaces an empty one. */
export function word(text: string, instead = "''"): string {
  if (text === '') return instead;
  return PLAIN_WORD.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
