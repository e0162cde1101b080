import type { TreeNode } from '../counted-steps';

/** Something that is wrong at a place of a text. */
export interface PlacedError {
  /** Characters before the place, in UTF-16 units. */
  readonly at: number;
  readonly message: string;
}

/** An error at a place of a text, as cel-go shows it (`common/error.go`): with the line, and a mark below the place. */
export function placedError(text: string, { at, message }: PlacedError): string {
  const before = text.slice(0, at).split('\n');
  const column = [...before.at(-1)!];
  const line = text.split('\n')[before.length - 1]!.replaceAll('\t', ' ');
  const marked = [...line][column.length] ?? '';
  const dots = column.map((character) => (isWide(character) ? '．' : '.')).join('');
  const place = `${before.length}:${column.length + 1}`;
  return `ERROR: <input>:${place}: ${message}\n | ${line}\n | ${dots}${isWide(marked) ? '＾' : '^'}`;
}

/** All errors of a text, in the order of their places. */
export function placedErrors(text: string, errors: readonly PlacedError[]): string {
  return [...errors]
    .sort((a, b) => a.at - b.at)
    .map((error) => placedError(text, error))
    .join('\n');
}

/** Cel-go asks whether a character takes more than one byte. */
function isWide(character: string): boolean {
  return character !== '' && character.codePointAt(0)! > 0x7f;
}

/** Returns the position of a part of an expression as in cel-go: at its operator, or at the bracket of a call. */
export function placeOf(text: string, node: TreeNode): number {
  const { op, args, start = 0, pos = 0 } = node;
  const list = args as readonly (TreeNode & string)[];
  switch (op) {
    case 'id':
    case 'value':
    case 'list':
    case 'map':
    case '!_':
    case '-_':
      return start;
    case 'call':
      return text.indexOf('(', start);
    case 'rcall':
      return text.indexOf('(', text.indexOf('.', list[1]!.end));
    case '.':
    case '.?':
      return text.lastIndexOf('.', pos);
    case '[]':
    case '[?]':
      return text.indexOf('[', list[0]!.end);
    case '?:':
      return text.indexOf('?', list[0]!.end);
    default:
      return text.indexOf(op, list[0]!.end);
  }
}
