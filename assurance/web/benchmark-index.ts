import type { Browser } from '@playwright/test';

/** Lighthouse's index of the machine's speed, which its throttling is made for machines of about 1,500 to 3,000. */
export async function benchmarkIndex(browser: Browser): Promise<number> {
  const page = await browser.newPage();
  try {
    return await page.evaluate(() => {
      const perSecond = (work: (iteration: number) => void) => {
        const start = Date.now();
        let iterations = 0;
        while (Date.now() - start < 500) work(iterations++);
        return iterations / 10 / ((Date.now() - start) / 1_000);
      };
      const withCollection = perSecond(() => {
        let text = '';
        for (let index = 0; index < 10_000; index += 1) text += 'a';
        if (text.length === 1) throw new Error('the loop must not be optimized away');
      });
      const numbers = Array.from({ length: 100_000 }, (_, index) => index);
      const copy = [...numbers];
      const withoutCollection = perSecond((iteration) => {
        const [source, target] = iteration % 2 === 0 ? [numbers, copy] : [copy, numbers];
        for (let index = 0; index < source.length; index += 1) target[index] = source[index] ?? 0;
      });
      return Math.round((withCollection + withoutCollection) / 2);
    });
  } finally {
    await page.close();
  }
}
