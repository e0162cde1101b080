import { LASTING_FUNCTIONS, templateFunctions } from './functions';
import { readTemplate } from './read-template';
import { renderTemplate } from './render';

const pod = {
  metadata: { name: 'web', labels: { app: 'x', 'a/b': 'c' } },
  spec: { containers: [{ name: 'one', image: 'i:1' }, { name: 'two' }], hostNetwork: false, replicas: 3 },
};
const FUNCTIONS = new Set([...LASTING_FUNCTIONS, 'Now']);

function render(template: string): string {
  return renderTemplate(readTemplate(template, FUNCTIONS), pod, templateFunctions({ Now: () => 'now' }));
}

test.each([
  ['a field', '{{ .metadata.name }}', 'web'],
  ['no field', '{{ .metadata.uid }}', '<no value>'],
  ['a field of nothing', '{{ .status.phase.x }}', '<no value>'],
  ['white space taken away', 'a {{- .metadata.name -}} b', 'awebb'],
  ['a comment', 'a{{/* {{ .x }} */}}b', 'ab'],
  ['a raw text', '{{ `"` }}', '"'],
  ['braces in a text', '{{ "}}" }}', '}}'],
  ['a pipe', '{{ .metadata.name | Quote }}', '"web"'],
  ['a number quoted', '{{ .spec.replicas | Quote }}', '"3"'],
  ['nothing quoted', '{{ .status | Quote }}', '"null"'],
  ['or takes the first that is something', '{{ or .status.x "" .metadata.name }}', 'web'],
  ['and takes the first that is nothing', '{{ and .metadata.name .spec.hostNetwork "x" }}', 'false'],
  ['index of a map and a list', '{{ index .metadata.labels "a/b" }}{{ (index .spec.containers 1).name }}', 'ctwo'],
  ['index of what is not there', '{{ or (index (or .metadata.annotations dict) "x") "none" }}', 'none'],
  ['if and else if', '{{ if .status }}a{{ else if eq .metadata.name "web" "x" }}b{{ else }}c{{ end }}', 'b'],
  ['with sees the value', '{{ with .metadata.labels }}{{ .app }}{{ end }}{{ with .status }}{{ else }}-{{ end }}', 'x-'],
  ['range over a list', '{{ range .spec.containers }}{{ .name }},{{ end }}', 'one,two,'],
  ['range with names', '{{ range $i, $c := .spec.containers }}{{ $i }}{{ $c.name }}{{ end }}', '0one1two'],
  ['range over a map by key', '{{ range $k, $v := .metadata.labels }}{{ $k }}={{ $v }};{{ end }}', 'a/b=c;app=x;'],
  ['range over nothing', '{{ range .status.x }}a{{ else }}none{{ end }}', 'none'],
  [
    'break and continue',
    '{{ range list 1 2 3 4 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if eq . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}',
    '13',
  ],
  [
    'a variable of the block around',
    '{{ $x := 1 }}{{ range .spec.containers }}{{ $x = .name }}{{ end }}{{ $x }}',
    'two',
  ],
  ['a variable of the block alone', '{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}', '1'],
  ['the root', '{{ range .spec.containers }}{{ $.metadata.name }}{{ end }}', 'webweb'],
  ['printf within bounds', '{{ len (printf "%999999999d" 1) }} {{ len (printf "%.999f" 1) }}', '1000 102'],
  ['printf', '{{ printf "%s-%05d %q %.1f%%" .metadata.name 42 "a" 0.25 }}', 'web-00042 "a" 0.3%'],
  ['YAML with an indentation', '{{ YAML .metadata.labels 1 }}', '\n  app: x\n  a/b: c\n  '],
  ['arithmetic', '{{ add 1 2 3 }} {{ sub 5 2 }} {{ mul 2 3 }} {{ div 7 2 }} {{ mod 7 2 }}', '6 3 6 3 1'],
  ['default', '{{ .status.x | default "d" }} {{ .metadata.name | upper | trimPrefix "W" }}', 'd EB'],
  ['what follows from the moment', '{{ Now }}', 'now'],
])('writes %s', (_, template, want) => {
  expect(render(template)).toBe(want);
});

test.each([
  ['{{ .a', 'line 1: an action is not closed by }}'],
  ['x\n{{ if .a }}', 'line 2: a block is not closed by {{ end }}'],
  ['{{ end }}', 'line 1: unexpected {{ end }}'],
  ['{{ include "x" }}', 'line 1: there is no function include'],
  ['{{ define "x" }}{{ end }}', 'line 1: {{ define }} cannot be used in a stage'],
  ['{{ .a.b "x" }}', 'line 1: only a function can be called'],
  ['{{ 1 | 2 }}', 'line 1: only a function can stand behind |'],
  ['{{ ( .a }}', 'line 1: a parenthesis is not closed'],
  ['{{ .a # }}', 'line 1: unexpected "#" in {{ .a # }}'],
  ['{{ if }}{{ end }}', 'line 1: a value is missing'],
  ['{{ $x }}', 'there is no variable $x'],
  ['{{ .metadata.name.x }}', 'there is no field x in web'],
  ['{{ div 1 0 }}', 'division by zero'],
  ['{{ range 99999 }}{{ range 99999 }}x{{ end }}{{ end }}', 'it takes too many steps'],
  ['{{ $x := list 1 }}{{ range 30000 }}{{ $x = list $x }}{{ end }}{{ YAML $x }}', 'its values are nested too deep'],
  ['{{ $x := "x" }}{{ range 99 }}{{ $x = print $x $x }}{{ end }}', 'its values become too large'],
  ['{{ $x := list 1 }}{{ range 99 }}{{ $x = list $x $x }}{{ end }}{{ toJson $x }}', 'its values become too large'],
  ['{{ $x := dict "a" 1 }}{{ range 99 }}{{ $x = dict "a" $x "b" $x }}{{ end }}{{ $x }}', 'its values become too large'],
])('objects to %s', (template, message) => {
  expect(() => render(template)).toThrow(message);
});

test('what every object inherits is not a field', () => {
  expect(render('{{ .constructor }} {{ index .metadata.labels "__proto__" }}')).toBe('<no value> <no value>');
});
