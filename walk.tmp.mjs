import { chromium } from 'playwright-core';
const [url, out, scheme] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] });
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce' });
ctx.setDefaultTimeout(15000);
const page = await ctx.newPage();
const bad = []; page.on('console', m => m.type()==='error' && bad.push(m.text())); page.on('pageerror', e => bad.push(e.message));
let n = 0;
const shot = async (name) => { await page.waitForTimeout(700); await page.screenshot({ path: `${out}/${String(n++).padStart(2,'0')}-${name}-${scheme}.png` }); };
const step = async (name, act) => { try { await act(); } catch (e) { console.log('!!', name, String(e.message).split('\n')[0]); } await shot(name); };
const click = (name) => page.getByRole('button', { name, exact: true }).first().click();
const esc = async () => { await page.keyboard.press('Escape'); };
await step('clusters', async () => { await page.goto(`${url}/console`); await page.getByText('default').first().waitFor(); });
await step('new-cluster', async () => { await page.getByRole('button', { name: /New cluster/ }).first().click(); }); await esc();
await step('delete', async () => { await page.getByRole('button', { name: /^Delete/ }).first().click(); }); await esc();
await step('fork-list', async () => { await page.getByRole('button', { name: /^Fork/ }).first().click(); }); await esc();
await step('board', async () => { await page.goto(`${url}/console/default`); await page.getByText(/pods$/).first().waitFor(); });
for (const name of ['Fork…', 'Save…', 'Snapshot…', 'Import…', 'Export…', 'Advance…', 'Until…', 'Faults', 'Step', 'Auto', 'Help', '?'])
  { const l = page.getByRole('button', { name, exact: true }); if (await l.count()) { await step('dlg-' + name.replace(/\W/g,''), async () => l.first().click()); await esc(); } else console.log('no button', name); }
console.log('buttons:', (await page.getByRole('button').allInnerTexts()).join(' | '));
await step('search-pod', async () => { await page.keyboard.press('/'); await page.keyboard.type('app=web'); await page.keyboard.press('Enter'); });
await step('pod-do', async () => { await page.getByRole('button', { name: 'Do', exact: true }).click(); });
await step('pod-scale', async () => { await page.getByRole('button', { name: /^Scale/ }).first().click(); });
await step('node', async () => { const bd = page.getByRole('application'); await bd.press('Escape'); await bd.press('Escape'); await bd.press('ArrowDown'); });
await step('node-do', async () => { await page.getByRole('button', { name: 'Do', exact: true }).click(); });
for (const p of ['metrics','objects','configuration','scenarios','compare']) await step(p, async () => { await page.goto(`${url}/console/default/${p}`); await page.waitForTimeout(1500); });
await step('lessons', async () => { await page.goto(`${url}/console/-/lessons`); await page.waitForTimeout(800); });
console.log('complaints', bad);
await b.close();
