import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

const CANDIDATES = [process.env['ORRERY_TEST_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Path of a Chromium. */
const CHROMIUM = CANDIDATES.find((path) => path !== undefined && existsSync(path));

/** Tests with a browser: skipped by name where none is there. */
export const inBrowser = CHROMIUM === undefined ? describe.skip : describe;

/**
 * Time limit for a page to show the content that a test waits for: only a page that hangs fails, on the slowest machine
 * too.
 */
const PATIENCE_MS = 120_000;

/** A page, with the complaints of the browser. */
export interface OpenedPage {
  readonly page: Page;
  /** Errors of scripts and of the console, violations of the policy of the page among them. */
  readonly complaints: readonly string[];
}

const GRAPHICS = {
  none: ['--disable-gpu'],
  'emulated card': ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
} as const;

/** Starts the browser, without a graphics card unless one is emulated. */
export function startBrowser(graphics: keyof typeof GRAPHICS = 'none'): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', ...GRAPHICS[graphics]] });
}

/** Options of a page, which is that of a laptop with commands beside actions if nothing else is said. */
interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly commands?: 'shown' | 'as chosen';
}

export async function openPage(
  browser: Browser,
  url: string,
  colorScheme: 'light' | 'dark' = 'light',
  { width = 1440, height = 900, commands = 'shown' }: PageOptions = {},
): Promise<OpenedPage> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
    // Servers of tests sign their own certificates.
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // Texts of the page's scripts: types of the browser are not known here.
  if (commands === 'shown')
    await context.addInitScript("if (location.protocol !== 'about:') localStorage.setItem('orrery.commands', 'shown')");
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  return { page, complaints };
}

/** Returns the findings of axe that are serious or critical on a page: accessibility for all users. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // As text evaluated by the browser's own tools: the policy of the page lets no other script in.
  await page.evaluate(readAxe());
  const violations = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

function readAxe(): string {
  return readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
}

/** Drops a file onto an element. */
export async function dropFile(page: Page, selector: string, file: { name: string; text: string }): Promise<void> {
  // A text: types of the browser are not known here.
  const transfer = await page.evaluateHandle(`(({ name, text }) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    return data;
  })(${JSON.stringify(file)})`);
  await page.dispatchEvent(selector, 'drop', { dataTransfer: transfer });
}

/** Holds the first request of GraphQL with these words in its body, from when it is `asked` until `release` is called. */
export async function holdRequest(
  page: Page,
  words: RegExp,
): Promise<{ readonly asked: Promise<void>; readonly release: () => void }> {
  let [seen, release] = [(): void => undefined, (): void => undefined];
  const asked = new Promise<void>((resolve) => (seen = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let isFirst = true;
  await page.route('**/graphql', async (route) => {
    if (isFirst && words.test(route.request().postData() ?? '')) {
      isFirst = false;
      seen();
      await released;
    }
    await route.continue();
  });
  return { asked, release };
}
