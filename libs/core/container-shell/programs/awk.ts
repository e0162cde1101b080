import { encode } from '../process';
import { complain, contentsOf, linesOf, optionsOf, type Program } from './program';

/** A part of the printed text: a field by its number, or a text. */
type Piece = { readonly field: number } | { readonly text: string } | 'blank';

/** `awk [-F SEPARATOR] '{print …}'`: fields, `$NF` left out, and texts in quotes; no other programs. */
export const awk: Program = function* (call) {
  const { values, rest } = optionsOf(call.args, 'F');
  const [program = '', ...names] = rest;
  const pieces = piecesOf(program);
  if (!pieces) return yield* complain(call, `only {print ...} is simulated: ${program}`);
  const separator = values.get('F');
  for (const line of (yield* contentsOf(call, names)).flatMap(linesOf)) {
    const fields = separator === undefined ? line.trim().split(/\s+/) : line.split(separator);
    const text = pieces.map((piece) => {
      if (piece === 'blank') return ' ';
      if ('text' in piece) return piece.text;
      return piece.field === 0 ? line : (fields[piece.field - 1] ?? '');
    });
    yield { is: 'write', to: 'stdout', bytes: encode(`${text.join('')}\n`) };
  }
  return 0;
};

function piecesOf(program: string): Piece[] | undefined {
  const body = /^\s*\{\s*print\b([^{}]*)\}\s*$/.exec(program)?.[1]?.replace(/;\s*$/, '');
  if (body === undefined) return undefined;
  if (body.trim() === '') return [{ field: 0 }];
  const pieces: Piece[] = [];
  let rest = body.trim();
  while (rest !== '') {
    const [whole = '', field, text, comma] = /^(?:\$(\d+)|"((?:[^"\\]|\\.)*)"|(,))\s*/.exec(rest) ?? [];
    if (whole === '') return undefined;
    if (field !== undefined) pieces.push({ field: Number(field) });
    else if (comma !== undefined) pieces.push('blank');
    else pieces.push({ text: (text ?? '').replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll('\\"', '"') });
    rest = rest.slice(whole.length);
  }
  return pieces;
}
