/** Colours of the board in one theme, as `0xRRGGBB`. */
export interface Palette {
  readonly zone: number;
  readonly zoneLine: number;
  readonly card: number;
  readonly cardLine: number;
  readonly tank: number;
  readonly text: number;
  readonly textQuiet: number;
  readonly requested: number;
  readonly used: number;
  readonly track: number;
  readonly good: number;
  readonly warn: number;
  readonly bad: number;
  readonly badCard: number;
  readonly accent: number;
  readonly idle: number;
  /** Ten colours that people with any colour vision tell apart, by hue and by lightness; after Okabe and Ito. */
  readonly kinds: readonly number[];
  /** From little to much. */
  readonly ramp: readonly number[];
}

/** A colour through which its ground is seen, as one colour. */
export function over(colour: number, ground: number, alpha: number): number {
  const part = (shift: number): number => {
    const [above, below] = [(colour >> shift) & 0xff, (ground >> shift) & 0xff];
    return Math.round(below + (above - below) * alpha) << shift;
  };
  return part(16) | part(8) | part(0);
}

export const LIGHT: Palette = {
  zone: 0xebe5d8,
  zoneLine: 0xdad1be,
  card: 0xfffdf8,
  cardLine: 0xd8cfbc,
  tank: 0xf3efe5,
  text: 0x1d2430,
  textQuiet: 0x565d69,
  requested: 0xa3acb9,
  used: 0x1f5d9a,
  track: 0xe7e0d2,
  good: 0x1c7a63,
  warn: 0xb8700d,
  bad: 0xc23b22,
  badCard: 0xf9e4dd,
  accent: 0x8a5f12,
  idle: 0xa9a596,
  kinds: [0x2f76c4, 0xe08a1e, 0x1d9a83, 0xc463a0, 0x7a67cf, 0xd2b21f, 0x55aee2, 0xc4532d, 0x5f8a2c, 0x8d6748],
  ramp: [0xbfd8ec, 0x8fbce0, 0x5f9dd2, 0x377dbd, 0x1f5d9a, 0x123f6e],
};

export const DARK: Palette = {
  zone: 0x131923,
  zoneLine: 0x263041,
  card: 0x1a212d,
  cardLine: 0x303b4d,
  tank: 0x11161f,
  text: 0xe8ebf1,
  textQuiet: 0xa0abbd,
  requested: 0x63708a,
  used: 0x86cbf2,
  track: 0x2a3445,
  good: 0x55c7a6,
  warn: 0xeba94d,
  bad: 0xf06a4d,
  badCard: 0x3a1d1b,
  accent: 0xe3b55c,
  idle: 0x4c5668,
  kinds: [0x4f93e0, 0xeb9d3f, 0x33b79c, 0xd883b8, 0x988af0, 0xe3cb4c, 0x86cbf2, 0xe0734c, 0x8fb656, 0xb58d6a],
  ramp: [0x24415c, 0x2c5f8a, 0x3a7eb5, 0x5a9cd2, 0x8abce8, 0xc3def6],
};
