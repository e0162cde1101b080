/** An application to begin with. */
export interface Sample {
  readonly title: string;
  readonly about: string;
  /** Its objects in YAML, apart by `---`. */
  readonly yaml: string;
}

const FILES = import.meta.glob<string>('../../../../examples/samples/*.yaml', {
  eager: true,
  import: 'default',
  query: '?raw',
});

/** The sample applications; the first line of each file is `# TITLE: WHAT IT IS`. */
export const SAMPLES: readonly Sample[] = Object.keys(FILES)
  .sort()
  .map((file) => {
    const [first = '', ...lines] = FILES[file]!.split('\n');
    const [title = '', about = ''] = first.replace(/^# /, '').split(': ');
    return { title, about, yaml: lines.join('\n') };
  });
