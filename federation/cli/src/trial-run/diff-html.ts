import type { ReportedPage } from './trial-report.ts';

/** A document that shows pages before and after a change beside each other, with pictures in its own folder. */
export function diffHtml(title: string, pages: readonly ReportedPage[]): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${escaped(title)}</title>
    <style>
      body { margin: 2rem; font: 1rem/1.5 system-ui, sans-serif }
      .views { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem; align-items: start }
      figure { margin: 0 }
      img { width: 100%; border: 1px solid #ccc }
    </style>
  </head>
  <body>
    <h1>${escaped(title)}</h1>
${pages.map(sectionOf).join('\n')}
  </body>
</html>
`;
}

function sectionOf({ path, width, changed, release, before, after, difference }: ReportedPage): string {
  const share = changed === null ? 'new' : `${(changed * 100).toFixed(2)} % changed`;
  const views = [
    ['before', before],
    ['after', after],
    ['difference', difference],
  ] as const;
  const figures = views.map(([name, picture]) => {
    const content = picture === null ? '–' : `<img src="${picture}.png" alt="${escaped(path)}, ${name}" />`;
    return `<figure><figcaption>${name}</figcaption>${content}</figure>`;
  });
  return `    <h2>${escaped(path)}, ${width} px: ${share}</h2>
    <p>${escaped(release)}</p>
    <div class="views">${figures.join('')}</div>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
