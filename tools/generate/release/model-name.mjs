/** The name of a struct's model in the client library: with the group in front where several groups have the name. */
export function modelName(models, { group, version }, name) {
  const prefix = group[0].toUpperCase() + group.slice(1);
  const plain = `${version.toUpperCase()}${name}`;
  return [`${prefix}${plain}`, plain].find((candidate) => models.has(candidate));
}
