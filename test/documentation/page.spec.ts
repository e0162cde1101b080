import { readPage } from './page';

const FENCE = '```';
const block = (language: string, text: string): string => `${FENCE}${language}\n${text}\n${FENCE}\n`;

test('commands have the lines below them, and go on while a quote or a backslash is open', () => {
  const page = block('console', "$ kubectl get pods \\\n    -o wide\nNAME\nweb\n$ echo 'a\nb'\n$ cat <<'END'\nx\nEND");
  expect(readPage('p.md', page)).toEqual([
    { kind: 'command', at: 'p.md:1', command: 'kubectl get pods \\\n    -o wide', shown: ['NAME', 'web'] },
    { kind: 'command', at: 'p.md:1', command: "echo 'a\nb'", shown: [] },
    { kind: 'command', at: 'p.md:1', command: "cat <<'END'\nx\nEND", shown: [] },
  ]);
});

test('files are named by their first line or by a comment, operations have their variables', () => {
  const page = `${block('yaml', '# a.yaml\nx: 1')}<!-- file: b.yaml -->\n${block('yaml', 'y: 2')}<!-- variable: yaml = a.yaml -->\n${block('graphql', '{ now }')}`;
  expect(readPage('p.md', page)).toMatchObject([
    { kind: 'file', name: 'a.yaml', text: '# a.yaml\nx: 1\n' },
    { kind: 'file', name: 'b.yaml', text: 'y: 2\n' },
    { kind: 'query', text: '{ now }\n', variables: { yaml: 'a.yaml' } },
  ]);
});

test('hidden commands are run, blocks with a reason are not', () => {
  const page = `<!-- run: advance 5s -->\n<!-- not run: needs Docker -->\n${block('sh', 'docker compose up')}${block('sh', 'true')}`;
  expect(readPage('p.md', page)).toMatchObject([
    { kind: 'command', command: 'advance 5s' },
    { kind: 'command', command: 'true\n' },
  ]);
});

test.each([
  ['a manifest that has no name', block('yaml', 'a: 1'), 'p.md:1: a block of "yaml"'],
  ['output without a command', block('console', 'done'), 'p.md:1: the block does not begin'],
  ['a variable that is none', `<!-- variable: a -->\n${block('graphql', '{ a }')}`, 'p.md:1: write NAME = FILE'],
])('%s is refused', (_what, page, message) => expect(() => readPage('p.md', page)).toThrow(message));
