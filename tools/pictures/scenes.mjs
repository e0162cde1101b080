// What is in each picture: a page of the console, and what is done there before it is taken.

/** Lets a search select what it finds first, and shows all of the board again. */
async function select(page, words) {
  await page.getByText(/^[\d,]+ pods?$/).waitFor();
  await page.getByLabel('Search pods and nodes').fill(words);
  await page.getByText(/(pods?|nodes?) found$/).waitFor();
  await page.getByLabel('Search pods and nodes').press('Enter');
  await page.getByLabel('Search pods and nodes').fill('');
  await page.getByRole('button', { name: 'Whole' }).click();
}

/** By name of the picture: its address below `/console`, and what leads to it. */
export const SCENES = {
  console: {
    path: '/shop',
    act: async (page) => {
      await select(page, 'catalog');
      await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    },
  },
  clusters: {
    path: '',
    act: async (page) => {
      await page.getByText('120 nodes').waitFor();
      await page.getByRole('heading', { name: 'before-the-drain' }).waitFor();
    },
  },
  node: {
    path: '/shop',
    act: async (page) => {
      await select(page, 'node:node-5');
      await page.getByRole('button', { name: 'node-5', exact: true }).click();
      await page
        .getByText(/acts below/)
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Faults', exact: true }).click();
    },
  },
  past: {
    path: '/shop',
    act: async (page) => {
      const timeline = page.getByRole('slider', { name: 'Timeline' });
      await page.getByText(/^The last [1-9]/).waitFor();
      await timeline.press('Home');
      await page.getByText(/the past · revision/).waitFor();
      for (let turn = 0; turn < 18; turn++) await timeline.press('PageDown');
      await page.getByText(/^[1-9]\d* pods$/).waitFor();
      await page.getByRole('button', { name: 'writes' }).click();
      await page.getByRole('region', { name: 'The write' }).waitFor();
    },
  },
  objects: {
    path: '/shop/objects',
    act: async (page) => {
      await page.getByText(/objects · live$/).waitFor();
      await page.getByLabel('All columns').check();
      await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click();
      await page.getByRole('columnheader', { name: 'Ready', exact: true }).getByRole('button').click();
      for (const row of [2, 3]) {
        await page.getByRole('grid').getByRole('checkbox').nth(row).check();
      }
      await page.getByText('2 selected').waitFor();
    },
  },
  configuration: {
    path: '/shop/configuration',
    act: async (page) => {
      await page.getByText('The server would accept it.').waitFor();
      await page.getByRole('button', { name: 'What would be placed differently?' }).click();
      await page.getByText(/would be placed differently\.$/).waitFor();
    },
  },
  metrics: {
    path: '/shop/metrics',
    act: (page) => page.getByText(/placed: \d+ in all/).waitFor({ state: 'attached' }),
  },
  compare: {
    path: '/staging/compare',
    act: async (page) => {
      await page.getByLabel('First', { exact: true }).fill('staging');
      await page.getByLabel('Second', { exact: true }).fill('staging-fork');
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByText('orrery diff staging staging-fork').waitFor();
      await page.getByRole('heading', { name: /^\d+ added/ }).waitFor();
    },
  },
  scenarios: {
    path: '/staging/scenarios',
    act: async (page) => {
      await page.getByRole('button', { name: 'Run on a cluster of its own' }).click();
      await page
        .getByRole('status')
        .getByText(/passed|failed/)
        .waitFor();
    },
  },
  lesson: {
    path: '/-/lessons/zone-failure',
    act: async (page) => {
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('button', { name: 'Do it for me' }).click();
      await page.getByText(/^1 of \d steps/).waitFor({ state: 'attached' });
    },
  },
};
