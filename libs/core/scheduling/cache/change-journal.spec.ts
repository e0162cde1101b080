import { ChangeJournal } from './change-journal';

it('knows the last 8,192 changes, from the first one on while there are fewer', () => {
  const journal = new ChangeJournal();
  for (let change = 0; change < 20_000; change++) {
    journal.add(change * 3);
    const oldest = Math.max(0, change - 8191);
    expect(journal.reaches(oldest)).toBe(true);
    if (change % 97 === 0) {
      const kept = [oldest, (oldest + change) >> 1, change];
      expect(kept.map((each) => journal.rowOf(each))).toEqual(kept.map((each) => each * 3));
      expect(change < 8192 || !journal.reaches(oldest - 1)).toBe(true);
    }
  }
});
