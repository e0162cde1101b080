import { withoutCallouts } from './callouts';

/**
 * Makes samples of the guide readable as they are printed there: drops lines that are only `...`, callout numbers, and
 * commas after a list that is the value of a block key, whose successor is brought to the same indentation. Text that is one flow
 * mapping (JSON) keeps its commas.
 */
export function repairPastedText(text: string): string {
  const bare = text.replace(/^[ \t]*\.\.\.[ \t]*(?:\r?\n|$)/gm, '');
  // A quoted key of a block needs a blank behind its colon.
  const source = withoutCallouts(bare.replace(/^([ \t]*"[^"\n]+"):(?=[[{"])/gm, '$1: '));
  let repaired = '';
  let depth = 0;
  let indentation = '';
  let lineStart = 0;
  for (let i = 0; i < source.length; i++) {
    const character = source[i]!;
    if (depth > 0 && (character === '"' || character === "'")) {
      const end = endOfString(source, i);
      repaired += source.slice(i, end + 1);
      i = end;
      continue;
    }
    repaired += character;
    if (character === '\n' && depth === 0) lineStart = i + 1;
    else if (character === '[' || character === '{') {
      if (depth++ === 0) indentation = /^[ \t]*/.exec(source.slice(lineStart))![0];
    } else if (character === ']' || character === '}') {
      depth--;
      const comma = character === ']' && depth === 0 ? /^\s*,[ \t]*(\r?\n[ \t]*|$)/.exec(source.slice(i + 1)) : null;
      if (!comma) continue;
      repaired += `\n${indentation}`;
      i += comma[0].length;
      lineStart = i + 1 - indentation.length;
    }
  }
  return repaired;
}

function endOfString(text: string, start: number): number {
  const quote = text[start];
  let end = start + 1;
  while (end < text.length && text[end] !== quote) end += quote === '"' && text[end] === '\\' ? 2 : 1;
  return end;
}
