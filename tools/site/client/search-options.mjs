/** Readers look for guides first, then for reference pages; decisions and the specification are for those who change Orrery. */
const WEIGHTS = [
  [/^(guides\/|introduction)/, 2],
  [/^reference\//, 1.4],
  [/^(adr|spec)\/|^changes/, 0.5],
];
/** Shorter words are not searched with typing errors. */
const LEAST_FUZZY_LENGTH = 5;

const weightOf = (address) => WEIGHTS.find(([pattern]) => pattern.test(address))?.[1] ?? 1;

/** Of the index: the build makes it with them, and the page of the reader loads it with the same. */
export const searchOptions = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['title', 'heading', 'excerpt'],
  // Names such as node.kubernetes.io/unreachable and --data-dir are found by each of their parts.
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
  searchOptions: {
    boost: { title: 4, heading: 3 },
    boostDocument: weightOf,
    prefix: true,
    fuzzy: (word) => (word.length < LEAST_FUZZY_LENGTH ? false : 0.2),
  },
};
