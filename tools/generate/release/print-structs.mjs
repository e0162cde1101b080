/** Structs as the text of a file: one field a line, so that differences between releases can be read. */
export function printStructs(structs) {
  const parts = Object.entries(structs).map(([name, { fields, ...head }]) => {
    const lines = Object.entries(fields).map(
      ([field, about]) => `    ${JSON.stringify(field)}: ${JSON.stringify(about)}`,
    );
    const start = JSON.stringify(head).slice(0, -1);
    const comma = Object.keys(head).length > 0 ? ',' : '';
    return `  ${JSON.stringify(name)}: ${start}${comma}"fields": {\n${lines.join(',\n')}\n  }}`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}
