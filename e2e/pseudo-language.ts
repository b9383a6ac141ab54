import type { Page } from '@playwright/test';
import { BRACKETS, pseudoCatalogue } from '../scripts/texts/pseudo-catalogue.ts';

/** Gives a page in Spanish the pseudo-language in place of Spanish. */
export async function speakPseudo(page: Page): Promise<void> {
  const html = await (await page.request.get('/')).text();
  const path = /name="catalogue-es" content="([^"]+)"/.exec(html)?.[1];
  if (path === undefined) throw new Error('The page has no Spanish.');
  const catalogue = JSON.stringify(await pseudoCatalogue());
  await page.route(`**${path}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `export default ${catalogue};` }),
  );
}

/** @returns what a page shows or says to screen readers outside of all texts, such as names and amounts */
export async function outsideTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(([start, end]) => {
    const outside = new Set<string>();
    let depth = 0;
    let run = '';
    const flush = () => {
      if (/\p{Letter}{2}/u.test(run)) outside.add(run.trim());
      run = '';
    };
    const read = (text: string) => {
      for (const character of text) {
        if (character === start || character === end) {
          flush();
          depth += character === start ? 1 : -1;
        } else if (depth === 0) {
          run += character;
        }
      }
    };
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (node.parentElement?.closest('script, style, template, noscript')) continue;
        read(node.data);
        if (depth === 0) flush();
      } else if (node instanceof Element) {
        const outer = depth;
        for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
          depth = 0;
          read(node.getAttribute(name) ?? '');
          flush();
        }
        depth = outer;
      }
    }
    return [...outside];
  }, BRACKETS);
}
